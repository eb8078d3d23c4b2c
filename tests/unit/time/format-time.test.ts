import { describe, expect, it } from "vitest";
import { formatCalendarDate, formatInstant, groupByDay } from "#lib/time/format-time.ts";

describe("formatted times", () => {
  it("include their time zone", () => {
    expect(formatInstant("2027-03-29T18:00:00Z", "Africa/Cairo")).toMatch(/20:00 (EET|GMT\+2)$/);
    expect(formatInstant("2027-03-29T18:00:00Z", "Asia/Kolkata")).toMatch(/23:30 (IST|GMT\+5:30)$/);
  });

  it("say when they are invalid or missing", () => {
    expect(formatInstant("soon", "UTC")).toBe("Invalid date");
    expect(formatCalendarDate("2027-02-31T")).toBe("Invalid date");
    expect(formatCalendarDate(undefined)).toBe("Date not specified");
    expect(formatCalendarDate("2027-03-29")).toBe("29 March 2027");
  });

  it("are grouped by the local date, earliest first", () => {
    const late = { startTime: "2027-03-29T22:30:00Z" };
    const early = { startTime: "2027-03-29T08:00:00Z" };
    expect(groupByDay([late, early], "UTC").map(({ entries }) => entries)).toEqual([[early, late]]);
    expect(groupByDay([late, early], "Africa/Cairo").map(({ day }) => day)).toEqual([
      "Monday, 29 March 2027",
      "Tuesday, 30 March 2027",
    ]);
  });
});
