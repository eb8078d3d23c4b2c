import { act } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PublishedCourse } from "#islands/courses/shared/PublishedCourse.tsx";
import ShareCourse from "#islands/courses/shared/ShareCourse.tsx";
import {
  $publishedCourse,
  rememberPublished,
  takePublished,
} from "#lib/courses/published-course.store.ts";
import { answer, failure } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const url = "https://halaqa.example/courses/crs_1";
const course = { _id: "crs_1", title: "Letters" };
const share = () => <ShareCourse course={course} teacher="Khalid" url={url} />;

/** Replaces a part of the browser until the end of the test. */
function replaceInBrowser(name: "clipboard" | "share", value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  sessionStorage.clear();
  $publishedCourse.set(undefined);
});

describe("sharing a course", () => {
  it("copies the link and says so", async () => {
    const user = render(share());
    const writeText = vi.fn(async () => undefined);
    replaceInBrowser("clipboard", { writeText });
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(writeText).toHaveBeenCalledWith(url);
    expect(screen.getByRole("status").textContent).toBe("Link copied.");
  });

  it("says how to copy the link if the browser refuses", async () => {
    const user = render(share());
    replaceInBrowser("clipboard", { writeText: () => Promise.reject(new Error("denied")) });
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(screen.getByRole("alert").textContent).toContain("Select the link and copy it.");
    expect(screen.getByLabelText<HTMLInputElement>("Public link").value).toBe(url);
  });

  it("offers the list of apps only in browsers that have one", async () => {
    render(share());
    expect(screen.queryByRole("button", { name: "Other apps" })).toBeNull();
  });

  it("opens the browser's list of apps with the link", async () => {
    const open = vi.fn(() => Promise.reject(new Error("closed")));
    replaceInBrowser("share", open);
    const user = render(share());
    await user.click(screen.getByRole("button", { name: "Other apps" }));
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ url }));
  });

  it("offers the QR code as a file", () => {
    render(share());
    const link = screen.getByRole("link", { name: "Download QR code" });
    expect(link.getAttribute("href")).toBe("/share/courses/crs_1.svg");
    expect(link.getAttribute("download")).toBe("crs_1.svg");
  });
});

describe("the message after publishing", () => {
  /** Shows it as the dashboard does. */
  const show = (status: string, hidden = false) => {
    takePublished();
    return render(
      <PublishedCourse
        courses={[{ ...course, status, ...(hidden && { hidden: { since: "", reason: "" } }) }]}
        teacher="Khalid"
      />,
    );
  };

  it("says once that the course is live, with its link, until it is closed", async () => {
    rememberPublished("crs_1");
    const user = show("published");
    expect(screen.getByRole("heading", { name: "Your course is live" })).toBeDefined();
    const link = screen.getByLabelText<HTMLInputElement>("Public link").value;
    expect(link).toBe(`${location.origin}/courses/crs_1`);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Your course is live")).toBeNull();
    await act(async () => void show("published"));
    expect(screen.queryByText("Your course is live")).toBeNull();
  });

  it("keeps the focus on the button if unpublishing fails", async () => {
    signInAs({ role: "teacher" });
    const saving = Promise.withResolvers<undefined>();
    answer({
      "PUT /courses/crs_1": async () => {
        await saving.promise;
        return failure(503, "Try again later.");
      },
    });
    rememberPublished("crs_1");
    const user = show("published");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Undo: back to draft" });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    expect(button.disabled).toBe(false);
    saving.resolve(undefined);
    expect(await screen.findByText("Try again later.")).toBeDefined();
    expect(document.activeElement).toBe(button);
  });

  it.each([
    ["no course was published", undefined, "published", false],
    ["the course is a draft again", "crs_1", "draft", false],
    ["staff have hidden the course", "crs_1", "published", true],
  ])("doesn't appear if %s", (_why, published, status, hidden) => {
    if (published) rememberPublished(published);
    show(status, hidden);
    expect(screen.queryByText("Your course is live")).toBeNull();
  });
});
