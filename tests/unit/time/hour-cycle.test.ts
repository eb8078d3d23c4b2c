import { describe, expect, test } from "vitest";
import { findReportedHourCycle, guessHourCycle } from "#lib/time/hour-cycle.ts";

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

describe("the hour cycle that a browser's languages suggest", () => {
  test.each([
    ["en-US,en;q=0.9", "h12"],
    ["en-GB,en-US;q=0.9,en;q=0.8", "h23"],
    ["ar-EG,ar;q=0.9,en-US;q=0.8", "h12"],
    ["fr,fr-FR;q=0.8,en-US;q=0.5", "h23"],
    // The region belongs to another language.
    ["de,en-US;q=0.7,en;q=0.3", undefined],
    ["en", undefined],
    ["*", undefined],
    ["x_y,,;q=", undefined],
    ["", undefined],
    [null, undefined],
  ])("is that of the region in %s: %s", (header, hourCycle) => {
    expect(guessHourCycle(header)).toBe(hourCycle);
  });
});
