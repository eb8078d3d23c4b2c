import "../support/dialogs.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import EnrollPanel from "#islands/enrollments/EnrollPanel.tsx";
import type { Seat } from "#lib/enrollments/enrollments.calls.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
});

interface Shown {
  free?: boolean;
  full?: boolean;
  ended?: boolean;
  payable?: boolean;
  hasClasses?: boolean;
}
const show = (props: Shown = {}) =>
  render(
    <EnrollPanel
      courseId="crs_1"
      teacherId="prf_teacher"
      price="$20"
      seen={{ price: 20, refundPolicy: "14-days" }}
      free={false}
      full={false}
      ended={false}
      payable
      hasClasses
      {...props}
    />,
  );

const enroll = "POST /enrollment/course/crs_1/enroll";
const list = "/enrollment/course/crs_1/waiting-list";
const noSeat: Seat = {
  status: "none",
  holdExpiresAt: null,
  seatsLeft: 3,
  waitingCount: 0,
  waiting: null,
};

/** The API responses for a student with this seat. */
const student = (seat: Partial<Seat> = {}, enrollments: object[] = []) => ({
  "GET /enrollment/student/enrollments": success(enrollments),
  "GET /enrollment/course/crs_1/seat": success({ ...noSeat, ...seat }),
});
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const button = (name: string) => screen.findByRole("button", { name });

describe("the enroll button", () => {
  it("leads visitors through log-in and back", () => {
    visitAsGuest();
    show();
    const link = screen.getByRole("link", { name: "Login to Enroll" });
    expect(link.getAttribute("href")).toBe("/login?returnTo=%2Fcourses%2Fcrs_1&reason=enroll");
  });

  it("shows teachers that they cannot enroll", () => {
    signInAs({ role: "teacher" });
    show();
    expect(screen.getByText("Teachers cannot enroll in courses")).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("leads the course's teacher to the form", () => {
    signInAs({ _id: "prf_teacher", role: "teacher" });
    show();
    const link = screen.getByRole("link", { name: "Edit Course" });
    expect(link.getAttribute("href")).toBe("/edit-course/crs_1");
  });

  it("asks people without a profile to complete their profile", () => {
    signInAs(null);
    show();
    expect(
      screen.getByText("Student profile not found. Please complete your profile first."),
    ).toBeDefined();
  });

  it("takes students to the checkout", async () => {
    signInAs({});
    const checkoutUrl = "https://pay.example/checkout/1";
    const calls = answer({ ...student(), [enroll]: success({ checkoutUrl }) });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(checkoutUrl));
    const seen = { price: 20, refundPolicy: "14-days" };
    expect(calls.at(-1)?.body).toEqual({ studentId: "prf_1", seen });
  });

  it("is shown even when the server reports no seats", async () => {
    signInAs({});
    answer({ ...student(), "GET /enrollment/course/crs_1/seat": failure(404, "Not found") });
    show();
    expect(await button("Pay & Enroll")).toBeDefined();
  });

  it.each([
    ["GET /enrollment/student/enrollments", "Failed to fetch enrolled courses"],
    ["GET /enrollment/course/crs_1/seat", "Failed to load course details"],
  ])("is hidden while %s fails, and shown once it succeeds", async (call, message) => {
    signInAs({});
    const calls = answer({ ...student(), [call]: { status: 500, body: { success: false } } });
    const user = show();
    expect(await screen.findByText(message, {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Pay & Enroll" })).toBeNull();
    expect(calls.filter(({ name }) => name === call)).toHaveLength(2);
    answer(student());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await button("Pay & Enroll")).toBeDefined();
  });

  it("labels a free course as free", async () => {
    signInAs({});
    answer(student());
    show({ free: true });
    expect(await button("Enroll for Free")).toBeDefined();
  });

  it("asks for a confirmation when the course is for other ages", async () => {
    signInAs({ age: 9 });
    const text = "This course is for: Adults (18 and over). The student is 9 years old.";
    const errors = [{ field: "outsideAudience", message: text }];
    const refused = { status: 409, body: { success: false, message: text, errors } };
    const calls = answer({ ...student(), [enroll]: refused });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    const dialog = await screen.findByRole("dialog", { name: "Is this course for you?" });
    expect(dialog.textContent).toContain(text);
    expect(screen.getByRole("link", { name: "Find other courses" }).getAttribute("href")).toBe(
      "/courses?audience=children",
    );
    expect(screen.queryByRole("alert")).toBeNull();
    answer({ ...student(), [enroll]: success({ checkoutUrl: "https://pay.test/2" }) });
    await user.click(await button("Enroll anyway"));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("https://pay.test/2"));
    expect(calls.filter(({ name }) => name === enroll)).toHaveLength(1);
  });

  it("is replaced by links to the course room for enrolled students", async () => {
    signInAs({});
    answer(student({}, [{ _id: "enr_1", courseId: "crs_1" }]));
    show();
    expect(await screen.findByText("You are enrolled in this course")).toBeDefined();
    const paths = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(paths).toEqual([
      "/dashboard/enrolled-courses/crs_1",
      "/dashboard/progress/crs_1",
      "/dashboard/messages/crs_1",
    ]);
  });

  it("reloads the enrollments when a payment was confirmed in the meantime", async () => {
    signInAs({});
    let asked = 0;
    answer({
      ...student({ status: "enrolled" }),
      "GET /enrollment/student/enrollments": () => {
        asked += 1;
        return success(asked === 1 ? [] : [{ _id: "enr_1", courseId: "crs_1" }]);
      },
    });
    show();
    expect(await screen.findByText("You are enrolled in this course")).toBeDefined();
    await waitFor(() => expect(asked).toBe(2));
  });

  it("is hidden once the course has ended, except for enrolled students", async () => {
    visitAsGuest();
    show({ ended: true });
    expect(screen.getByText("This course has ended")).toBeDefined();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it.each([
    ["2020-01-15T09:00:00Z", /They ended on .* You won't get a refund if you leave again\./],
    ["2999-01-15T09:00:00Z", /You get a full refund if you leave before /],
  ])("says before paying that the refund period ends at %s", async (refundsUntil, text) => {
    signInAs({});
    answer(student({ refundsUntil }));
    show();
    expect(await button("Pay & Enroll")).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
  });

  it("is hidden while the course has no classes", async () => {
    signInAs({});
    answer(student());
    show({ hasClasses: false });
    expect(await screen.findByText(/^This course has no upcoming classes/)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is hidden from visitors while the course has no classes", () => {
    visitAsGuest();
    show({ hasClasses: false });
    expect(screen.getByText(/^This course has no upcoming classes/)).toBeDefined();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("shows how long the seat is held, and continues the checkout", async () => {
    signInAs({});
    answer(student({ status: "held", holdExpiresAt: inMinutes(24) }));
    show();
    expect((await screen.findByRole("status")).textContent).toMatch(
      /^Your seat is held until \d\d:\d\d .*\(24 min left\)\.$/,
    );
    expect(await button("Pay & Enroll")).toBeDefined();
  });

  it.each([
    ["the server's message", failure(409, "This course is full"), "This course is full"],
    [
      "its own message when the server sends none",
      { status: 500, body: { success: false } },
      "Failed to enroll in course. Please try again later.",
    ],
    [
      "its own message for a response without a URL",
      success({}),
      "Failed to get payment information. Please try again.",
    ],
  ])("reports a rejection with %s", async (_how, refusal, words) => {
    signInAs({});
    answer({ ...student(), [enroll]: refusal });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    expect(goTo).not.toHaveBeenCalled();
  });

  it("leads a child without a guardian to the profile and back", async () => {
    signInAs({});
    const words = "Students under 13 need a parent or guardian's name and contact.";
    const errors = [{ field: "parentGuardianName", message: words }];
    answer({ ...student(), [enroll]: failure(400, words, errors) });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    const link = await screen.findByRole("link", { name: "Add a parent or guardian" });
    expect(link.getAttribute("href")).toContain("returnTo=%2Fcourses%2Fcrs_1");
  });

  it("is available again to a student who returns from the checkout with Back", async () => {
    signInAs({});
    answer({ ...student(), [enroll]: success({ checkoutUrl: "https://pay.example" }) });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    expect(await button("Opening checkout...")).toBeDefined();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    expect(await button("Pay & Enroll")).toBeDefined();
  });
});

describe("the waiting list on the course page", () => {
  it("is what the button offers to visitors, and leads to log-in first", async () => {
    answer({});
    show({ full: true });
    expect((await screen.findByRole("status")).textContent).toBe(
      "This course is full. Log in to join the waiting list.",
    );
    const link = screen.getByRole("link", { name: "Join the waiting list" });
    expect(link.getAttribute("href")).toBe("/login?returnTo=%2Fcourses%2Fcrs_1&reason=waiting");
    expect(screen.queryByText("Login to Enroll")).toBeNull();
  });

  it("is offered in a full course, and can be joined", async () => {
    signInAs({});
    let seat: Partial<Seat> = { seatsLeft: 0, waitingCount: 2 };
    answer({
      ...student(),
      "GET /enrollment/course/crs_1/seat": () => success({ ...noSeat, ...seat }),
      [`POST ${list}`]: () => {
        seat = { ...seat, waitingCount: 3, waiting: { position: 3, offerExpiresAt: null } };
        return success(seat);
      },
    });
    const user = show();
    expect(await screen.findByText("This course is full")).toBeDefined();
    expect(screen.getByText(/2 students are waiting/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Pay & Enroll" })).toBeNull();
    await user.click(await button("Join the waiting list"));
    expect(await screen.findByText(/You're number 3 on the waiting list/)).toBeDefined();
    expect(await button("Leave the waiting list")).toBeDefined();
  });

  it("follows the seats that the server reports, not those of the page", async () => {
    signInAs({});
    answer(student({ seatsLeft: 1 }));
    show({ full: true });
    expect(await button("Pay & Enroll")).toBeDefined();
  });

  it("shows an offer to the next student, who can take or decline it", async () => {
    signInAs({});
    const calls = answer({
      ...student({
        seatsLeft: 0,
        waiting: { position: 0, offerExpiresAt: inMinutes(24 * 60 - 1) },
      }),
      [`DELETE ${list}`]: success(null),
    });
    const user = show({ full: true });
    expect((await screen.findByRole("status")).textContent).toMatch(
      /^We're holding a seat for you until \w+, \w+ \d+,(?: \d+,)? \d\d:\d\d GMT.* \(23 h 59 min left\)\.$/,
    );
    expect(await button("Pay & Enroll")).toBeDefined();
    await user.click(await button("Release seat"));
    expect(calls.map(({ name }) => name)).toContain(`DELETE ${list}`);
  });

  it("appears when another student takes the last seat first", async () => {
    signInAs({});
    let seatsLeft = 1;
    answer({
      ...student(),
      "GET /enrollment/course/crs_1/seat": () => success({ ...noSeat, seatsLeft }),
      [enroll]: () => {
        seatsLeft = 0;
        return failure(409, "This course is full");
      },
    });
    const user = show();
    await user.click(await button("Pay & Enroll"));
    expect(await button("Join the waiting list")).toBeDefined();
  });

  it("reports errors", async () => {
    signInAs({});
    const words = "A seat is available in this course. You can enroll now.";
    answer({ ...student({ seatsLeft: 0 }), [`POST ${list}`]: failure(409, words) });
    const user = show();
    await user.click(await button("Join the waiting list"));
    expect((await screen.findByRole("alert")).textContent).toBe(words);
  });
});
