/** Pure rules behind the course page. */
import { describe, expect, it } from "vitest";
import { findSeatState } from "#islands/enrollments/seat-state.ts";
import { dateIn, hasEnded } from "#lib/courses/course-dates.ts";
import { findPayment } from "#lib/payments/money.ts";
import { formatWeekly } from "#lib/time/format-hours.ts";
import { describeZone, formatCalendarDate, formatTimeLeft } from "#lib/time/format-time.ts";

describe("the price of a course", () => {
  it.each([
    [
      { price: 20, hasDiscount: false },
      { price: 20, discount: 0, total: 20 },
    ],
    [
      { price: 20, hasDiscount: true, discountPrice: 15 },
      { price: 20, discount: 5, total: 15 },
    ],
    [
      { price: 20, hasDiscount: false, discountPrice: 15 },
      { price: 20, discount: 0, total: 20 },
    ],
    [
      { price: 19.99, hasDiscount: true, discountPrice: 14.99 },
      { price: 19.99, discount: 5, total: 14.99 },
    ],
    [
      { price: 20, hasDiscount: true, discountPrice: 0 },
      { price: 20, discount: 20, total: 0 },
    ],
    [
      { price: 20, hasDiscount: true, discountPrice: null },
      { price: 20, discount: 0, total: 20 },
    ],
  ])("with %j is shown as %j", (course, payment) => {
    expect(findPayment(course)).toEqual(payment);
  });
});

describe("the last day of a course", () => {
  it("ends at midnight in the teacher's time zone", () => {
    const course = { endDate: "2027-02-26" };
    expect(hasEnded(course, "Asia/Karachi", new Date("2027-02-26T18:59:59Z"))).toBe(false);
    expect(hasEnded(course, "Asia/Karachi", new Date("2027-02-26T19:00:00Z"))).toBe(true);
    expect(hasEnded(course, "America/New_York", new Date("2027-02-27T04:59:59Z"))).toBe(false);
    expect(hasEnded({ endDate: null }, "UTC", new Date())).toBe(false);
  });

  it("is a calendar date in the teacher's time zone", () => {
    expect(dateIn("Pacific/Kiritimati", new Date("2026-12-31T10:00:00Z"))).toBe("2027-01-01");
  });

  it("is written out, and a missing or invalid one is reported", () => {
    expect(formatCalendarDate("2027-02-26")).toBe("February 26, 2027");
    expect(formatCalendarDate("soon")).toBe("Invalid date");
    expect(formatCalendarDate("")).toBe("Date not specified");
    expect(formatCalendarDate(undefined)).toBe("Date not specified");
  });
});

describe("course times", () => {
  it("include the time zone with its offset on that day", () => {
    expect(describeZone("America/New_York", "2027-01-04T15:00:00Z")).toBe(
      "America/New York (GMT-5)",
    );
    expect(describeZone("America/New_York", "2027-07-05T15:00:00Z")).toBe(
      "America/New York (GMT-4)",
    );
    expect(describeZone("Asia/Kolkata", "2027-01-04T15:00:00Z")).toBe("Asia/Kolkata (GMT+5:30)");
  });

  it("are shown in another time zone with its own day", () => {
    const next = { start: "2027-01-04T22:30:00Z", end: "2027-01-04T23:30:00Z" };
    expect(formatWeekly(next, "Africa/Cairo")).toEqual({ day: "Tuesday", hours: "00:30-01:30" });
    expect(formatWeekly(next, "America/New_York")).toEqual({ day: "Monday", hours: "17:30-18:30" });
  });

  it.each([
    [119 * 60_000, "1 h 59 min"],
    [120 * 60_000, "2 h"],
    [29_000, "1 min"],
    [30.5 * 60_000 - 1, "30 min"],
    [0, "0 min"],
    [-5_000, "0 min"],
  ])("that are %d ms away are shown as %s", (left, words) => {
    expect(formatTimeLeft(left)).toBe(words);
  });
});

describe("findSeatState", () => {
  const nothing = {
    isEnrolled: false,
    seat: undefined,
    full: false,
    ended: false,
    payable: true,
    hasClasses: true,
  };
  const seat = {
    status: "none" as const,
    holdExpiresAt: null,
    seatsLeft: 0,
    waitingCount: 4,
    waiting: null,
  };
  const until = "2027-01-04T22:30:00Z";

  it.each([
    ["open when nothing is known", {}, { kind: "open" }],
    ["full when the page says so", { full: true }, { kind: "full", waitingCount: 0 }],
    ["full when the server says so", { seat }, { kind: "full", waitingCount: 4 }],
    [
      "open when an outdated page says full",
      { full: true, seat: { ...seat, seatsLeft: 1 } },
      { kind: "open" },
    ],
    [
      "enrolled before anything else",
      { isEnrolled: true, ended: true, seat },
      { kind: "enrolled" },
    ],
    [
      "enrolled when the server says so",
      { seat: { ...seat, status: "enrolled" as const } },
      { kind: "enrolled" },
    ],
    [
      "held, even in a course that has ended",
      { ended: true, seat: { ...seat, status: "held" as const, holdExpiresAt: until } },
      { kind: "held", until },
    ],
    ["unpayable when the page says so", { payable: false }, { kind: "unpayable" }],
    [
      "unpayable when the server says so and the page does not",
      { seat: { ...seat, payable: false } },
      { kind: "unpayable" },
    ],
    ["without classes when the page says so", { hasClasses: false }, { kind: "no-classes" }],
    [
      "waiting, even while the course has no classes",
      { hasClasses: false, seat: { ...seat, waiting: { position: 2, offerExpiresAt: null } } },
      { kind: "waiting", position: 2 },
    ],
    [
      "without classes rather than offered, because the offer buys nothing",
      { hasClasses: false, seat: { ...seat, waiting: { position: 0, offerExpiresAt: until } } },
      { kind: "no-classes" },
    ],
    ["ended for everyone else", { ended: true, seat }, { kind: "ended" }],
    [
      "waiting in a position of the list",
      { seat: { ...seat, waiting: { position: 2, offerExpiresAt: null } } },
      { kind: "waiting", position: 2 },
    ],
    [
      "offered until a deadline",
      { seat: { ...seat, waiting: { position: 0, offerExpiresAt: until } } },
      { kind: "offered", until },
    ],
  ])("returns %s", (_name, known, state) => {
    expect(findSeatState({ ...nothing, ...known })).toEqual(state);
  });
});
