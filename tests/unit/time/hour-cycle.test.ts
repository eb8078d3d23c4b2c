import { describe, expect, test } from "vitest";
import { findReportedHourCycle } from "#lib/time/hour-cycle.ts";

describe("the hour cycle that a browser reports", () => {
  test.each([
    ["clock=12", "h12"],
    ["zone=Asia/Karachi; clock=24; other=1", "h23"],
    ["clock=13", undefined],
    ["clock=124", undefined],
    ["o-clock=12", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("is read from the cookies %s as %s", (cookies, hourCycle) => {
    expect(findReportedHourCycle(cookies)).toBe(hourCycle);
  });
});
