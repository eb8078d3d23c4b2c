import { describe, expect, it } from "vitest";
import { findAudience, suitsAge } from "#lib/courses/audience.ts";

describe("the audience of a course", () => {
  it("changes at 13 and at 18 years", () => {
    expect([5, 12, 13, 17, 18, 99].map(findAudience)).toEqual([
      "children",
      "children",
      "teens",
      "teens",
      "adults",
      "adults",
    ]);
  });

  it("suits the ages that it names, and everyone if it names none", () => {
    expect(suitsAge(["adults"], 9)).toBe(false);
    expect(suitsAge(["children", "teens"], 13)).toBe(true);
    expect(suitsAge(["children"], 40)).toBe(false);
    expect(suitsAge([], 9)).toBe(true);
    expect(suitsAge(["adults"], null)).toBe(true);
  });
});
