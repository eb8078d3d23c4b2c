import { beforeEach, describe, expect, it, vi } from "vitest";
import EnrolPanel from "#islands/enrolments/EnrolPanel.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
});

const show = (props: { free?: boolean; full?: boolean } = {}) =>
  render(<EnrolPanel courseId="crs_1" free={false} full={false} {...props} />);
const none = { "GET /enrollment/student/enrollments": success([]) };
const enrol = "POST /enrollment/course/crs_1/enroll";

describe("the way to a seat", () => {
  it("leads strangers through log-in and back", () => {
    visitAsGuest();
    show();
    const link = screen.getByRole("link", { name: "Login to Enroll" });
    expect(link.getAttribute("href")).toBe("/login?returnTo=%2Fcourses%2Fcrs_1&reason=enroll");
  });

  it("tells teachers that they cannot enroll", () => {
    signInAs({ role: "teacher" });
    show();
    expect(screen.getByText("Teachers cannot enroll in courses")).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("sends people without a profile to complete it", () => {
    signInAs(null);
    show();
    expect(
      screen.getByText("Student profile not found. Please complete your profile first."),
    ).toBeDefined();
  });

  it("takes students to the checkout", async () => {
    signInAs({});
    const checkoutUrl = "https://pay.example/checkout/1";
    const calls = answer({ ...none, [enrol]: success({ checkoutUrl }) });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Pay & Enroll" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(checkoutUrl));
    expect(calls.at(-1)?.body).toEqual({ studentId: "prf_1" });
  });

  it("names a free course free", async () => {
    signInAs({});
    answer(none);
    show({ free: true });
    expect(await screen.findByRole("button", { name: "Enroll for Free" })).toBeDefined();
  });

  it("shows the enrolled that they are, and the way to their course", async () => {
    signInAs({});
    answer({
      "GET /enrollment/student/enrollments": success([{ _id: "enr_1", courseId: "crs_1" }]),
    });
    show();
    expect(await screen.findByText("You are enrolled in this course")).toBeDefined();
    const link = screen.getByRole("link");
    expect(link.getAttribute("href")).toBe("/dashboard/enrolled-courses/crs_1");
  });

  it("offers nothing in a full course", async () => {
    signInAs({});
    answer(none);
    show({ full: true });
    expect(await screen.findByText("This course is full")).toBeDefined();
    expect(screen.getByRole("button", { name: "Pay & Enroll" })).toHaveProperty("disabled", true);
  });

  it.each([
    ["the server's words", failure(409, "This course is full"), "This course is full"],
    [
      "its own without them",
      { status: 500, body: { success: false } },
      "Failed to enroll in course. Please try again later.",
    ],
    [
      "an answer without an address",
      success({}),
      "Failed to get payment information. Please try again.",
    ],
  ])("tells a refusal by %s", async (_how, refusal, words) => {
    signInAs({});
    answer({ ...none, [enrol]: refusal });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Pay & Enroll" }));
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    expect(goTo).not.toHaveBeenCalled();
  });
});
