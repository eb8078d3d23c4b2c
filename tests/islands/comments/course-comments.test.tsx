import { within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import CourseComments from "#islands/comments/CourseComments.tsx";
import type { Comment } from "#lib/comments/comments.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

const locked = "You must be enrolled in this course to leave comments";
const enrolled = {
  "GET /enrollment/student/enrollments": success([{ _id: "enr_1", courseId: "crs_1" }]),
};
const list = "GET /comments/course/crs_1";
const post = "POST /comments/course/crs_1";

const comment = (seq: number, changes: Partial<Comment> = {}): Comment => ({
  _id: `cmt_${seq}`,
  courseId: "crs_1",
  seq,
  author: { _id: "prf_2", name: "Hamza Noor", profileImageUrl: null, isTeacher: false },
  content: `Comment ${seq}`,
  createdAt: "2027-03-01T10:00:00.000Z",
  hidden: false,
  ...changes,
});
const mine = { _id: "prf_1", name: "Maryam Ali", profileImageUrl: null, isTeacher: false };
const page = (comments: Comment[], more: object = {}) =>
  success({ comments, total: comments.length, hasMore: false, open: true, ...more });

const show = () => render(<CourseComments courseId="crs_1" teacherId="prf_9" />);
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your comment" });

describe("the comment box", () => {
  it.each([
    ["a visitor", visitAsGuest],
    ["a person without a profile", () => signInAs(null)],
    ["another teacher", () => signInAs({ role: "teacher" })],
  ])("is closed to %s, with the reason", async (_who, arrive) => {
    arrive();
    show();
    const field = await box();
    expect(field.disabled).toBe(true);
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByText(locked).id);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is closed to a student who is not enrolled, without a request for comments", async () => {
    signInAs({});
    const calls = answer({ "GET /enrollment/student/enrollments": success([]) });
    show();
    expect(await screen.findByText(locked)).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it("is not shown as closed when the enrollment could not be checked", async () => {
    signInAs({});
    answer({ "GET /enrollment/student/enrollments": { status: 404, text: "{}" } });
    const user = show();
    expect(await screen.findByText("Failed to fetch enrolled courses")).toBeDefined();
    expect(screen.queryByText(locked)).toBeNull();
    answer({ ...enrolled, [list]: page([]) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect((await box()).disabled).toBe(false);
  });

  it("posts an enrolled student's comment, shows it at once and keeps it on top", async () => {
    signInAs({});
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const calls = answer({
      ...enrolled,
      [list]: page([comment(1)]),
      [post]: async () => {
        await arrived;
        return success(comment(2, { author: mine, content: "السلام عليكم" }));
      },
    });
    const user = show();
    await user.type(await box(), "  السلام عليكم ");
    await user.click(screen.getByRole("button", { name: "Post comment" }));
    expect(await screen.findByText("السلام عليكم")).toBeDefined();
    expect(screen.getAllByText("Posting...").length).toBeGreaterThan(0);
    expect((await box()).value).toBe("");
    arrive();
    await waitFor(() => expect(screen.queryByText("Posting...")).toBeNull());
    const shown = screen.getAllByText(/Comment 1|السلام/).map(({ textContent }) => textContent);
    expect(shown).toEqual(["السلام عليكم", "Comment 1"]);
    expect(calls.at(-1)?.body).toMatchObject({ content: "السلام عليكم" });
  });

  it("keeps the text when it cannot be posted, and sends the same comment again", async () => {
    signInAs({});
    const calls = answer({
      ...enrolled,
      [list]: page([]),
      [post]: failure(503, "Please try again in a moment."),
    });
    const user = show();
    await user.type(await box(), "My question");
    await user.click(screen.getByRole("button", { name: "Post comment" }));
    expect(await screen.findByText("Please try again in a moment.")).toBeDefined();
    expect((await box()).value).toBe("My question");
    expect(document.activeElement).toBe(await box());
    await user.click(screen.getByRole("button", { name: "Post comment" }));
    await waitFor(() => expect(calls.filter(({ name }) => name === post)).toHaveLength(2));
    const [first, second] = calls.filter(({ name }) => name === post);
    expect(first?.body.clientId).toMatch(/^[\w-]{8,64}$/);
    expect(second?.body).toEqual(first?.body);
  });

  it("requires text before it sends anything", async () => {
    signInAs({});
    const calls = answer({ ...enrolled, [list]: page([]) });
    const user = show();
    await box();
    await user.click(screen.getByRole("button", { name: "Post comment" }));
    expect(await screen.findByText("Please write a comment.")).toBeDefined();
    expect(calls.filter(({ name }) => name === post)).toEqual([]);
  });

  it("disappears once the course is archived, and the comments stay", async () => {
    signInAs({});
    answer({ ...enrolled, [list]: page([comment(1)], { open: false }) });
    show();
    expect(
      await screen.findByText(
        "This course is archived. You can read its comments, but not add new ones.",
      ),
    ).toBeDefined();
    expect(screen.getByText("Comment 1")).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});

describe("the list of comments", () => {
  it("says so when there are none yet", async () => {
    signInAs({});
    answer({ ...enrolled, [list]: page([]) });
    show();
    expect(await screen.findByText(/No comments yet/)).toBeDefined();
  });

  it("reports an error and can be reloaded", async () => {
    signInAs({});
    answer({ ...enrolled, [list]: failure(400, "Failed to load comments") });
    const user = show();
    expect(await screen.findByText("Failed to load comments")).toBeDefined();
    answer({ ...enrolled, [list]: page([comment(1)]) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Comment 1")).toBeDefined();
  });

  it("shows older comments on request", async () => {
    signInAs({});
    answer({
      ...enrolled,
      [list]: page([comment(3), comment(2)], { hasMore: true, total: 3 }),
      [`${list}?before=2`]: page([comment(1)], { total: 3 }),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Show older comments" }));
    expect(await screen.findByText("Comment 1")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show older comments" })).toBeNull();
  });

  it("lets authors delete their comments after a confirmation", async () => {
    signInAs({});
    const calls = answer({
      ...enrolled,
      [list]: page([comment(2, { author: mine }), comment(1)]),
      "DELETE /comments/cmt_2": success(null),
    });
    const user = show();
    await screen.findByText("Comment 2");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(calls.some(({ name }) => name.startsWith("DELETE"))).toBe(false);
    const dialog = within(screen.getByRole("dialog", { name: "Delete this comment?" }));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Comment 2")).toBeNull());
    expect(screen.getByText("Comment 1")).toBeDefined();
  });

  it("lets the teacher hide a student's comment and show it again", async () => {
    signInAs({ _id: "prf_9", role: "teacher" });
    let hidden = false;
    const calls = answer({
      [list]: page([comment(1)]),
      "PUT /comments/cmt_1/hidden": () => {
        hidden = !hidden;
        return success(comment(1, { hidden }));
      },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Hide: comment by Hamza Noor" }));
    expect(await screen.findByText("Hidden from the class.")).toBeDefined();
    expect(calls.at(-1)?.body).toEqual({ hidden: true });
    await user.click(screen.getByRole("button", { name: "Show again: comment by Hamza Noor" }));
    await waitFor(() => expect(screen.queryByText("Hidden from the class.")).toBeNull());
  });

  it("shows authors that the teacher has hidden their comment", async () => {
    signInAs({});
    answer({ ...enrolled, [list]: page([comment(1, { author: mine, hidden: true })]) });
    show();
    expect(
      await screen.findByText("Hidden by the teacher. Only you and the teacher can see it."),
    ).toBeDefined();
  });
});
