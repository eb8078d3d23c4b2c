import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import CreateCourse from "#islands/courses/CreateCourse.tsx";
import EditCourse from "#islands/courses/EditCourse.tsx";
import { $publishedCourse, takePublished } from "#lib/courses/published-course.store.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { acceptToken, forgetSession } from "#lib/client/session/session.store.ts";
import { render, screen } from "../support/render.tsx";
import { makeToken, signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

const course = {
  _id: "crs_1",
  title: "Letters",
  description: "From alif to ya",
  level: "All Levels",
  price: 40,
  duration: 8,
  startDate: "2027-03-01",
  endDate: "2027-05-01",
  maxStudents: 12,
  status: "published",
  schedule: [{ day: "Monday", startTime: "09:00", endTime: "10:00" }],
  topics: ["Tajweed", "Makharij"],
  objectives: ["Read"],
  requirements: [],
  enrolledCount: 0,
  teacherId: { _id: "prf_1", name: "Khalid" },
};
const path = "/courses/crs_1";
const read = (changes: object = {}) => ({ [`GET ${path}`]: success({ ...course, ...changes }) });
const account = success({ id: "acct_1", details_submitted: true, charges_enabled: true });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/edit-course/crs_1");
  signInAs({ _id: "prf_1", role: "teacher", timeZone: "Africa/Cairo" });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = async () => {
  render(<EditCourse courseId="crs_1" />);
  await screen.findByLabelText("Title");
};
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const pass = (milliseconds: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const drafts = () =>
  JSON.stringify(Object.entries({ ...localStorage }).filter(([key]) => key.startsWith("draft:")));
const leavingIsAsked = () => {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

describe("editing a course", () => {
  it("keeps a category and a language that aren't in the lists", async () => {
    answer(read({ category: "Poetry", language: "Klingon", audience: ["teens"] }));
    await show();
    expect(field(/^Category/).value).toBe("Poetry");
    expect(field("Language").value).toBe("Klingon");
    expect(field("Teens (13 to 17)").checked).toBe(true);
    expect(field("Adults (18 and over)").checked).toBe(false);
  });

  it("shows the stored values, lists with commas, and defaults for unset values", async () => {
    answer(read({ maxStudents: undefined, status: "unheard-of" }));
    await show();
    expect(field("Title").value).toBe("Letters");
    expect(field("Level").value).toBe("All Levels");
    expect(field(/^Topics/).value).toBe("Tajweed, Makharij");
    expect(field("Maximum students").value).toBe("10");
    expect(field("Status").value).toBe("draft");
    expect(screen.queryByLabelText(/^Discounted price/)).toBeNull();
  });

  it("sends numbers, split lists and 0 for an empty number, then opens the dashboard after 2 s", async () => {
    const calls = answer({ ...read(), [`PUT ${path}`]: success(course) });
    await show();
    type(/^Topics/, " Tajweed ,, Tafsir ");
    type("Price (USD)", "");
    fireEvent.click(field(/^Lower the price for students who join late/));
    await press("Save changes");
    expect(
      await screen.findByText("Course updated successfully! Redirecting to dashboard..."),
    ).toBeDefined();
    expect(calls.at(-1)?.body).toMatchObject({
      price: 0,
      discountPrice: null,
      proRata: true,
      topics: ["Tajweed", "Tafsir"],
      requirements: [],
      duration: 8,
    });
    await pass(1_900);
    expect(goTo).not.toHaveBeenCalled();
    await pass(200);
    expect(goTo).toHaveBeenCalledWith("/dashboard");
  });

  it.each([
    ["a draft", "draft", "published", "crs_1"],
    ["a published course", "published", "published", undefined],
    ["a draft that stays a draft", "draft", "draft", undefined],
  ])("remembers whether it published %s", async (_what, before, after, published) => {
    answer({
      ...read({ status: before }),
      [`PUT ${path}`]: success({ ...course, status: after }),
    });
    await show();
    await press("Save changes");
    await screen.findByText(/^Course updated successfully!/);
    $publishedCourse.set(undefined);
    takePublished();
    expect($publishedCourse.get()).toBe(published);
  });

  it("keeps entries that contain commas while nobody changes the list", async () => {
    const objectives = ["Read slowly, and with care", "Know the signs"];
    const calls = answer({ ...read({ objectives }), [`PUT ${path}`]: success({}) });
    await show();
    type(/^Requirements/, "A mushaf، patience");
    await press("Save changes");
    expect(await screen.findByText(/^Course updated successfully!/)).toBeDefined();
    expect(calls.at(-1)?.body).toMatchObject({
      objectives,
      requirements: ["A mushaf", "patience"],
    });
  });

  it("accepts a discounted price up to the price when a discount applies", async () => {
    const calls = answer({ ...read(), [`PUT ${path}`]: success(course) });
    await show();
    fireEvent.click(screen.getByLabelText("Apply Discount"));
    expect(field(/^Discounted price/).max).toBe("40");
    type(/^Discounted price/, "41");
    await press("Save changes");
    expect(
      await screen.findByText("Discounted price must be between 0 and the price"),
    ).toBeDefined();
    type(/^Discounted price/, "30");
    await press("Save changes");
    await vi.waitFor(() =>
      expect(calls.at(-1)?.body).toMatchObject({ hasDiscount: true, discountPrice: 30 }),
    );
  });

  it("shows beside the schedule which course conflicts with it", async () => {
    const message = "The schedule overlaps with your course “Juz Amma”.";
    answer({
      ...read(),
      [`PUT ${path}`]: failure(409, message, [{ field: "schedule", message }]),
    });
    await show();
    await press("Save changes");
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(goTo).not.toHaveBeenCalled();
  });

  it("saves nothing when the image cannot be uploaded", async () => {
    const calls = answer({ ...read(), "POST /media/upload/single": { status: 500, text: "no" } });
    await show();
    const image = new File(["x"], "course.png", { type: "image/png" });
    URL.createObjectURL = () => "blob:course";
    URL.revokeObjectURL = () => {};
    fireEvent.change(field(/^Course image/), { target: { files: [image] } });
    await press("Save changes");
    expect(
      await screen.findByText("Failed to upload course image: Upload failed with status: 500"),
    ).toBeDefined();
    expect(calls.map(({ name }) => name)).not.toContain(`PUT ${path}`);
  });

  it("rejects an image of more than 5 MB", async () => {
    answer(read());
    await show();
    const image = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.png", { type: "image/png" });
    fireEvent.change(field(/^Course image/), { target: { files: [image] } });
    expect(await screen.findByText("File size should not exceed 5MB")).toBeDefined();
  });

  it.each([
    ["Failed to update course", {}],
    ["Only teachers can edit courses.", { message: "Only teachers can edit courses." }],
  ])("reports what went wrong: %s", async (words, body) => {
    answer({ ...read(), [`PUT ${path}`]: { status: 400, text: JSON.stringify(body) } });
    await show();
    await press("Save changes");
    expect(await screen.findByText(words)).toBeDefined();
  });

  it.each([
    ["does not exist", failure(404, "Course not found")],
    ["belongs to another teacher", success({ ...course, teacherId: "prf_9" })],
  ])("reports a missing course when it %s", async (_why, reply) => {
    answer({ [`GET ${path}`]: reply });
    render(<EditCourse courseId="crs_1" />);
    expect(await screen.findByText("Course Not Found")).toBeDefined();
  });

  it("requires a course ID", async () => {
    answer({});
    render(<EditCourse courseId="" />);
    expect(await screen.findByText("Course ID or authentication token is missing")).toBeDefined();
  });

  it.each([
    [{ status: 400, text: "{}" }, "Failed to load course details"],
    [success(null), "No course data received from the server"],
  ])("can be retried when the course could not be read: %#", async (reply, words) => {
    answer({ [`GET ${path}`]: reply });
    render(<EditCourse courseId="crs_1" />);
    expect(await screen.findByText(words)).toBeDefined();
    answer(read());
    await press("Try Again");
    expect(await screen.findByLabelText("Title")).toBeDefined();
  });
});

describe("unsaved text in the course form", () => {
  it("is restored after the page was closed by accident, until it is discarded", async () => {
    answer(read());
    await show();
    expect(leavingIsAsked()).toBe(false);
    type("Title", "Letters and marks");
    expect(leavingIsAsked()).toBe(true);
    cleanup();
    await show();
    expect(field("Title").value).toBe("Letters and marks");
    cleanup();
    await show();
    expect(await screen.findByText(/^Your unsaved changes have been restored/)).toBeDefined();
    await press("Discard changes");
    expect(field("Title").value).toBe("Letters");
    expect(leavingIsAsked()).toBe(false);
    expect(drafts()).toBe("[]");
  });

  it("survives closing the browser, and keeps values that were changed elsewhere", async () => {
    answer(read());
    await show();
    type("Title", "Letters and marks");
    cleanup();
    sessionStorage.clear();
    answer(read({ price: 55, title: "Letters of the Quran" }));
    queryClient.clear();
    await show();
    expect(field("Title").value).toBe("Letters and marks");
    expect(field("Price (USD)").value).toBe("55");
  });

  it("is removed when another person logs in", async () => {
    answer(read());
    await show();
    type("Title", "Letters and marks");
    expect(drafts()).toContain("Letters and marks");
    cleanup();
    forgetSession();
    acceptToken(makeToken({ id: "usr_2" }));
    expect(drafts()).toBe("[]");
  });

  it("is removed with the deleted course, without asking", async () => {
    answer({ ...read(), [`DELETE ${path}`]: { status: 200, text: "" } });
    await show();
    type("Title", "Letters and marks");
    await press("Delete course");
    await press("Delete");
    expect(await screen.findByText("Course deleted successfully")).toBeDefined();
    expect(drafts()).toBe("[]");
    expect(leavingIsAsked()).toBe(false);
  });

  it("is removed once it is saved", async () => {
    history.replaceState(null, "", "/add-course");
    answer({
      "GET /connect/accounts/current": account,
      "POST /courses": success({ _id: "crs_2" }),
    });
    render(<CreateCourse />);
    await screen.findByLabelText("Title");
    type("Title", "Tajweed");
    type("Description", "Letters");
    type("Duration (weeks)", "8");
    type("Start date", "2027-03-01");
    type("End date", "2027-04-26");
    expect(drafts()).toContain("Tajweed");
    await press("Create course");
    expect(await screen.findByText(/^Course created successfully!/)).toBeDefined();
    expect(drafts()).toBe("[]");
    await vi.waitFor(() => expect(leavingIsAsked()).toBe(false));
  });
});

describe("deleting a course", () => {
  it("asks for confirmation, and opens the dashboard after 1.5 s", async () => {
    const calls = answer({ ...read(), [`DELETE ${path}`]: { status: 200, text: "" } });
    await show();
    await press("Delete course");
    expect(screen.getByRole("dialog").textContent).toContain("will be permanently deleted");
    expect(screen.queryByRole("button", { name: "Cancel and refund" })).toBeNull();
    await press("Delete");
    expect(await screen.findByText("Course deleted successfully")).toBeDefined();
    expect(calls.at(-1)?.name).toBe(`DELETE ${path}`);
    await pass(1_400);
    expect(goTo).not.toHaveBeenCalled();
    await pass(200);
    expect(goTo).toHaveBeenCalledWith("/dashboard");
  });

  it("offers to archive a course with students, or to cancel it with refunds", async () => {
    const words = "Course canceled. 3 students get a full refund.";
    const calls = answer({
      ...read({ enrolledCount: 3 }),
      [`POST ${path}/cancel`]: success({ refunds: 3 }, words),
    });
    await show();
    await press("Delete course");
    expect(screen.getByRole("dialog").textContent).toContain("3 students are enrolled");
    expect(screen.getByRole("button", { name: "Archive" })).toBeDefined();
    await press("Cancel and refund");
    expect(await screen.findByText(words)).toBeDefined();
    expect(calls.at(-1)?.name).toBe(`POST ${path}/cancel`);
  });

  it.each([
    [failure(403, "You don't have permission to delete this course"), /^You don't have permission/],
    [{ status: 400, text: "{}" }, "Failed to delete course"],
  ])("says why it was not possible", async (refusal, words) => {
    answer({ ...read(), [`DELETE ${path}`]: refusal });
    await show();
    await press("Delete course");
    await press("Delete");
    expect(await screen.findByText(words)).toBeDefined();
    expect(goTo).not.toHaveBeenCalled();
  });
});
