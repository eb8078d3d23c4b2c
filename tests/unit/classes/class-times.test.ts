import { describe, expect, it } from "vitest";
import { describeClassTimes } from "#lib/classes/class-times.ts";
import type { NextClass } from "#lib/classes/weekly-classes.ts";

const evening: NextClass = {
  day: "Monday",
  startTime: "22:00",
  endTime: "23:00",
  next: { start: "2027-01-04T20:00:00Z", end: "2027-01-04T21:00:00Z" },
};
const over: NextClass = { day: "Friday", startTime: "17:00", endTime: "18:00" };

describe("the weekly class times", () => {
  it("are described in the time zones of teacher and viewer, each with its own day", () => {
    const shown = describeClassTimes([evening, over], "Africa/Cairo", "Asia/Karachi");
    expect(shown.differs).toBe(true);
    expect(shown.rows).toEqual([
      { day: "Monday", hours: "22:00-23:00", viewerHours: "Tue 01:00-02:00" },
      { day: "Friday", hours: "17:00-18:00", viewerHours: "" },
    ]);
    expect(shown.teacherZoneText).toBe("Africa/Cairo (GMT+2)");
    expect(shown.viewerZoneText).toBe("Asia/Karachi (GMT+5)");
  });

  it("are described once when both time zones agree", () => {
    const shown = describeClassTimes([evening], "Africa/Cairo", "Africa/Cairo");
    expect(shown.differs).toBe(false);
    expect(shown.viewerZoneText).toBeUndefined();
  });

  it("include the next class in both time zones", () => {
    const next = "2027-01-04T20:00:00Z";
    expect(describeClassTimes([evening], "Africa/Cairo", "Asia/Karachi", next).next).toEqual({
      start: next,
      viewerText: "Tue, Jan 5, 2027, 01:00 GMT+5",
      teacherText: "Mon, Jan 4, 2027, 22:00 GMT+2",
    });
  });
});
