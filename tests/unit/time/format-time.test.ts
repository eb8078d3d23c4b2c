import { describe, expect, it } from "vitest";
import { describeStart } from "#lib/time/describe-start.ts";
import { formatHours, formatWallTime } from "#lib/time/format-hours.ts";
import {
  formatCalendarDate,
  formatDay,
  formatInstant,
  formatShortDay,
  formatSpan,
  formatTime,
  groupByDay,
  isSameClock,
  labelDay,
  nameDay,
  wallClock,
} from "#lib/time/format-time.ts";
import { formatUntil, nameNearDay } from "#lib/time/near-day.ts";
import { runWithHourCycle } from "#server/hour-cycle.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

describe("formatted times", () => {
  it("include the offset of their time zone", () => {
    expect(formatInstant("2027-03-29T18:00:00Z", "Africa/Cairo")).toBe(
      "Mon, Mar 29, 2027, 20:00 GMT+2",
    );
    expect(formatInstant("2027-03-29T18:00:00Z", "Asia/Kolkata")).toBe(
      "Mon, Mar 29, 2027, 23:30 GMT+5:30",
    );
  });

  it("leave out the year if it is the reader's current year", () => {
    const [start, end] = ["2027-03-10T23:30:00Z", "2027-03-11T00:30:00Z"];
    const shown = (zone: string, now: string) => [
      formatInstant(start, zone, Date.parse(now)),
      formatShortDay(start, zone, Date.parse(now)),
      formatDay(start, zone, Date.parse(now)),
      formatSpan(start, end, zone, Date.parse(now)),
    ];
    expect(shown("Europe/London", "2027-12-31T23:00:00Z")).toEqual([
      "Wed, Mar 10, 23:30 GMT",
      "Wed, Mar 10",
      "Wednesday, March 10",
      "Wed, Mar 10, 23:30 – Thu, Mar 11, 00:30 GMT",
    ]);
    // In Karachi, it is 2028 already.
    expect(shown("Asia/Karachi", "2027-12-31T23:00:00Z").slice(0, 3)).toEqual([
      "Thu, Mar 11, 2027, 04:30 GMT+5",
      "Thu, Mar 11, 2027",
      "Thursday, March 11, 2027",
    ]);
  });

  it("show both dates of a span that ends on another day", () => {
    const [start, end] = ["2027-03-10T23:30:00Z", "2027-03-11T00:30:00Z"];
    expect(formatSpan(start, end, "America/New_York")).toBe("18:30–19:30 GMT-5");
    expect(formatSpan(start, end, "Europe/London")).toBe(
      "Wed, Mar 10, 2027, 23:30 – Thu, Mar 11, 2027, 00:30 GMT",
    );
  });

  it("show one time for a span within a minute", () => {
    const [start, end] = ["2027-03-10T23:30:00Z", "2027-03-10T23:30:59Z"];
    expect(formatSpan(start, end, "Europe/London")).toBe("23:30 GMT");
    expect(formatSpan(start, "2027-03-10T23:31:00Z", "Europe/London")).toBe("23:30–23:31 GMT");
  });

  it("follow a reader's 12-hour clock, and show AM or PM once if both ends of a range share it", () => {
    const noon = "2027-03-29T10:00:00Z";
    const shown = runWithHourCycle("h12", () => [
      formatTime("2027-03-28T22:05:00Z", "Africa/Cairo"),
      formatTime(noon, "Africa/Cairo"),
      formatInstant(noon, "Africa/Cairo"),
      formatSpan(noon, "2027-03-29T11:00:00Z", "Africa/Cairo"),
      formatHours({ startTime: "09:00", endTime: "10:30" }),
      formatHours({ startTime: "11:30", endTime: "12:30" }),
      formatWallTime("00:15"),
    ]);
    expect(shown).toEqual([
      "12:05 AM",
      "12:00 PM",
      "Mon, Mar 29, 2027, 12:00 PM GMT+2",
      "12:00–1:00 PM GMT+2",
      "9:00-10:30 AM",
      "11:30 AM-12:30 PM",
      "12:15 AM",
    ]);
    // The AM or PM marker stays on the line of its time.
    const arabic = runWithLanguage("ar", () =>
      runWithHourCycle("h12", () => formatTime(noon, "Asia/Karachi")),
    );
    expect(arabic).toBe("3:00\u00a0م");
    const range = runWithLanguage("ar", () =>
      runWithHourCycle("h12", () => formatHours({ startTime: "13:34", endTime: "16:34" })),
    );
    // Only the digits run from left to right, so the AM or PM marker follows them on the left.
    expect(range).toBe("\u2068\u20661:34\u2060–\u20604:34\u2069\u00a0م\u2069");
    expect(runWithHourCycle("h23", () => formatTime(noon, "Asia/Karachi"))).toBe("15:00");
  });

  it("use 24 hours in fields, whatever the reader's clock", () => {
    const field = runWithHourCycle("h12", () => wallClock("2027-03-29T18:00:00Z", "Africa/Cairo"));
    expect(field).toEqual({ date: "2027-03-29", time: "20:00" });
  });

  it("name nearby days by the reader's calendar", () => {
    const now = Date.parse("2027-03-29T20:00:00Z");
    const days = ["2027-03-29T21:30:00Z", "2027-03-30T21:30:00Z", "2027-03-31T21:30:00Z"];
    const nameIn = (zone: string) => days.map((each) => nameNearDay(each, zone, now));
    expect(nameIn("UTC")).toEqual(["Today", "Tomorrow", undefined]);
    expect(nameIn("Pacific/Auckland")).toEqual(["Today", "Tomorrow", undefined]);
    expect(nameIn("America/Adak")).toEqual(["Today", "Tomorrow", undefined]);
  });

  it("say how much time is left during the last day", () => {
    const now = Date.parse("2027-03-29T15:20:00Z");
    expect(formatUntil("2027-03-29T17:30:00Z", now)).toBe("in 2 h 10 min");
    expect(formatUntil("2027-03-30T15:20:00Z", now)).toBe("in 24 h");
    expect(formatUntil("2027-03-30T15:21:00Z", now)).toBeUndefined();
    expect(formatUntil("2027-03-29T15:20:00Z", now)).toBeUndefined();
    const start = (instant: string) => describeStart(instant, "Africa/Cairo", now);
    expect(start("2027-03-29T17:30:00Z")).toBe("Today, 19:30 GMT+2, in 2 h 10 min");
    expect(start("2027-04-02T17:30:00Z")).toBe("Fri, Apr 2, 19:30 GMT+2");
  });

  it("are the same in two zones whose clocks agree at that instant", () => {
    const [winter, summer] = ["2027-01-15T12:00:00Z", "2027-07-15T12:00:00Z"];
    expect(isSameClock(winter, "Africa/Lagos", "Europe/Paris")).toBe(true);
    expect(isSameClock(summer, "Africa/Lagos", "Europe/Paris")).toBe(false);
  });

  it("say when they are invalid or missing", () => {
    expect(formatInstant("soon", "UTC")).toBe("Invalid date");
    expect(formatCalendarDate("2027-02-31T")).toBe("Invalid date");
    expect(formatCalendarDate(undefined)).toBe("Date not specified");
    expect(formatCalendarDate("2027-03-29")).toBe("March 29, 2027");
  });

  it("are grouped by the local date, earliest first", () => {
    const late = { startTime: "2027-03-29T22:30:00Z" };
    const early = { startTime: "2027-03-29T08:00:00Z" };
    const now = Date.parse("2026-12-01T00:00:00Z");
    const group = (zone: string) => groupByDay([late, early], zone, now);
    expect(group("UTC").map(({ entries }) => entries)).toEqual([[early, late]]);
    expect(group("Africa/Cairo").map(({ day }) => day)).toEqual([
      "Monday, March 29, 2027",
      "Tuesday, March 30, 2027",
    ]);
  });

  it("start with a capital letter where a day stands alone", () => {
    const entry = { startTime: "2027-03-29T08:00:00Z" };
    runWithLanguage("es", () => {
      expect(nameDay("Monday")).toBe("lunes");
      expect(labelDay("Monday")).toBe("Lunes");
      expect(groupByDay([entry], "UTC", 0)[0]?.day).toMatch(/^Lunes,? /);
    });
    expect(runWithLanguage("ar", () => labelDay("Monday"))).toBe("الاثنين");
  });
});
