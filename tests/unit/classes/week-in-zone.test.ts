import { expect, it } from "vitest";
import { showWeek } from "#lib/classes/week-in-zone.ts";

const sunday = { day: "Sunday", startTime: "16:00", endTime: "17:00" } as const;
const late = { day: "Monday", startTime: "23:15", endTime: "23:45" } as const;
const inWinter = new Date("2026-01-14T12:00:00Z");

/** Formats each time as 'Monday 01:00-02:00'. */
const words = (...input: Parameters<typeof showWeek>) =>
  showWeek(...input).flatMap(({ day, times }) =>
    times.map(({ startTime, endTime }) => `${day} ${startTime}-${endTime}`),
  );

it("showWeek shows a week unchanged in its own time zone, starting on Monday", () => {
  expect(words([sunday, late], "Africa/Cairo", "Africa/Cairo", inWinter)).toEqual([
    "Monday 23:15-23:45",
    "Sunday 16:00-17:00",
  ]);
});

it("showWeek moves times to the viewer's day, and keeps their source", () => {
  const week = showWeek([sunday, late], "Africa/Cairo", "Asia/Kolkata", inWinter);
  expect(week).toMatchObject([
    { day: "Tuesday", times: [{ startTime: "02:45", endTime: "03:15", source: late }] },
    { day: "Sunday", times: [{ startTime: "19:30", endTime: "20:30", source: sunday }] },
  ]);
  expect(words([late], "Africa/Cairo", "America/Los_Angeles", inWinter)).toEqual([
    "Monday 13:15-13:45",
  ]);
});

it("showWeek follows zones that change their clocks on different dates", () => {
  const inSpring = new Date("2026-03-18T12:00:00Z");
  const times = (now: Date) => words([sunday], "Europe/London", "America/New_York", now);
  expect(times(inWinter)).toEqual(["Sunday 11:00-12:00"]);
  expect(times(inSpring)).toEqual(["Sunday 12:00-13:00"]);
});

it("showWeek orders the times of a day in the viewer's time zone", () => {
  const early = { day: "Sunday", startTime: "08:00", endTime: "09:00" } as const;
  expect(words([sunday, early], "Asia/Riyadh", "UTC", inWinter)).toEqual([
    "Sunday 05:00-06:00",
    "Sunday 13:00-14:00",
  ]);
});

it.each([
  // Sundays around each clock change in New York, London and Cairo, and back in autumn.
  ["2027-03-07", "17:00", "15:00", "10:00", "20:00", "20:30", "20:45"],
  ["2027-03-14", "17:00", "15:00", "11:00", "20:00", "20:30", "20:45"],
  ["2027-03-28", "17:00", "16:00", "11:00", "20:00", "20:30", "20:45"],
  ["2027-05-02", "17:00", "15:00", "10:00", "19:00", "19:30", "19:45"],
  ["2027-10-31", "17:00", "15:00", "11:00", "20:00", "20:30", "20:45"],
  ["2027-11-07", "17:00", "15:00", "10:00", "20:00", "20:30", "20:45"],
])("showWeek converts a Sunday at 17:00 in Cairo to every time zone on %s", (date, ...starts) => {
  const hour = { day: "Sunday", startTime: "17:00", endTime: "18:00" } as const;
  const now = new Date(`${date}T00:00:00Z`);
  const zones = ["Africa/Cairo", "Europe/London", "America/New_York", "Asia/Karachi"];
  const shown = [...zones, "Asia/Kolkata", "Asia/Kathmandu"].map(
    (zone) => showWeek([hour], "Africa/Cairo", zone, now)[0]?.times[0]?.startTime,
  );
  expect(shown).toEqual(starts);
});
