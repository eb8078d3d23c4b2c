import { expect, it } from "vitest";
import { findNextClasses } from "#lib/classes/weekly-classes.ts";

const sunday = { day: "Sunday", startTime: "18:00", endTime: "19:00" } as const;
const nextOf = (course: Parameters<typeof findNextClasses>[0], now: string) =>
  findNextClasses(course, new Date(now))[0]?.next;

it("weekly classes keep their local hour across a change to daylight saving time", () => {
  const course = { schedule: [sunday], timeZone: "Europe/London" };
  // The clocks go forward on March 28, 2027.
  expect(nextOf(course, "2027-03-21T12:00:00Z")?.start).toBe("2027-03-21T18:00:00Z");
  expect(nextOf(course, "2027-03-22T12:00:00Z")?.start).toBe("2027-03-28T17:00:00Z");
});

it("weekly classes use the date in the teacher's time zone, not the server's", () => {
  const course = { schedule: [sunday], timeZone: "Pacific/Auckland" };
  // It is Saturday in UTC but Sunday morning in Auckland.
  expect(nextOf(course, "2027-06-19T22:00:00Z")?.start).toBe("2027-06-20T06:00:00Z");
});

it("the next class is the ongoing one, and afterward the one of the next week", () => {
  const course = { schedule: [sunday], timeZone: "UTC" };
  expect(nextOf(course, "2027-06-20T18:59:00Z")?.end).toBe("2027-06-20T19:00:00Z");
  expect(nextOf(course, "2027-06-20T19:00:00Z")?.start).toBe("2027-06-27T18:00:00Z");
});

it("weekly classes start and end with the course", () => {
  const course = { schedule: [sunday], timeZone: "UTC", startDate: "2027-07-01" };
  expect(nextOf(course, "2027-06-20T00:00:00Z")?.start).toBe("2027-07-04T18:00:00Z");
  expect(nextOf({ ...course, endDate: "2027-07-03" }, "2027-06-20T00:00:00Z")).toBeUndefined();
});

it("a class ends after it starts when a clock change skips its end", () => {
  const course = {
    schedule: [{ day: "Sunday", startTime: "02:15", endTime: "03:00" }] as const,
    timeZone: "America/New_York",
  };
  expect(nextOf(course, "2027-03-14T05:00:00Z")).toEqual({
    start: "2027-03-14T07:15:00Z",
    end: "2027-03-14T08:00:00Z",
  });
});
