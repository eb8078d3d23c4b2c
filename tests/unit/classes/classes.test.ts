import { describe, expect, test } from "vitest";
import { datedTime, expandClasses } from "#lib/classes/weekly-classes.ts";
import type { WeeklyTime } from "#lib/people/people.ts";

const weekly = (startTime: string, endTime: string, day: WeeklyTime["day"] = "Sunday") => [
  { day, startTime, endTime },
];

/** Start times on three Sundays around the clock changes in March 2027. */
const starts = (timeZone: string) =>
  expandClasses({
    schedule: weekly("18:00", "19:00"),
    startDate: "2027-03-08",
    endDate: "2027-03-28",
    timeZone,
  }).map(({ startsAt }) => startsAt.toISOString().slice(5, 16));

describe("the weekly classes of a course", () => {
  test.each([
    // Egypt changes its clocks at the end of April.
    ["Africa/Cairo", ["03-14T16:00", "03-21T16:00", "03-28T16:00"]],
    ["Europe/London", ["03-14T18:00", "03-21T18:00", "03-28T17:00"]],
    ["America/New_York", ["03-14T22:00", "03-21T22:00", "03-28T22:00"]],
    ["Asia/Karachi", ["03-14T13:00", "03-21T13:00", "03-28T13:00"]],
    ["Asia/Kolkata", ["03-14T12:30", "03-21T12:30", "03-28T12:30"]],
    ["Asia/Kathmandu", ["03-14T12:15", "03-21T12:15", "03-28T12:15"]],
  ])("keep their local hour in %s", (zone, expected) => {
    expect(starts(zone)).toEqual(expected);
  });

  test("include both named days, in order", () => {
    const times = expandClasses({
      schedule: [...weekly("10:00", "11:00", "Friday"), ...weekly("10:00", "11:00", "Monday")],
      startDate: "2027-01-04",
      endDate: "2027-01-15",
      timeZone: "UTC",
    });
    expect(times.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual([
      "2027-01-04",
      "2027-01-08",
      "2027-01-11",
      "2027-01-15",
    ]);
  });

  test("never end before they start, even when a clock change skips their hour", () => {
    // 01:30 doesn't exist in London on this day, because the clocks go from 01:00 to 02:00.
    const time = datedTime("2027-03-28", { startTime: "01:30", endTime: "02:00" }, "Europe/London");
    expect(time.startsAt.toISOString()).toBe("2027-03-28T01:30:00.000Z");
    expect(time.endsAt.toISOString()).toBe("2027-03-28T02:00:00.000Z");
    const backwards = datedTime(
      "2027-03-28",
      { startTime: "01:45", endTime: "02:15" },
      "Europe/London",
    );
    expect(backwards.endsAt.getTime()).toBeGreaterThan(backwards.startsAt.getTime());
  });

  test("end after two years", () => {
    const times = expandClasses({
      schedule: weekly("10:00", "11:00"),
      startDate: "2027-01-01",
      endDate: "9999-12-31",
      timeZone: "UTC",
    });
    expect(times).toHaveLength(105);
  });
});
