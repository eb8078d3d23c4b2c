import { describe, expect, it } from "vitest";
import {
  formatCalendarDate,
  formatInstant,
  formatSpan,
  groupByDay,
  labelDay,
  nameDay,
} from "#lib/time/format-time.ts";
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

  it("say when they are invalid or missing", () => {
    expect(formatInstant("soon", "UTC")).toBe("Invalid date");
    expect(formatCalendarDate("2027-02-31T")).toBe("Invalid date");
    expect(formatCalendarDate(undefined)).toBe("Date not specified");
    expect(formatCalendarDate("2027-03-29")).toBe("March 29, 2027");
  });

  it("are grouped by the local date, earliest first", () => {
    const late = { startTime: "2027-03-29T22:30:00Z" };
    const early = { startTime: "2027-03-29T08:00:00Z" };
    expect(groupByDay([late, early], "UTC").map(({ entries }) => entries)).toEqual([[early, late]]);
    expect(groupByDay([late, early], "Africa/Cairo").map(({ day }) => day)).toEqual([
      "Monday, March 29, 2027",
      "Tuesday, March 30, 2027",
    ]);
  });

  it("start with a capital letter where a day stands alone", () => {
    const entry = { startTime: "2027-03-29T08:00:00Z" };
    runWithLanguage("es", () => {
      expect(nameDay("Monday")).toBe("lunes");
      expect(labelDay("Monday")).toBe("Lunes");
      expect(groupByDay([entry], "UTC")[0]?.day).toMatch(/^Lunes,? /);
    });
    expect(runWithLanguage("ar", () => labelDay("Monday"))).toBe("الاثنين");
  });
});
