import { describe, expect, it } from "vitest";
import { formatRating } from "#lib/reviews/ratings.ts";
import { meanRating } from "#server/catalog/course.view.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

describe("the average rating", () => {
  it.each([
    [9, 2, "4.5"],
    [87, 20, "4.4"],
    [89, 20, "4.5"],
    // 4.4468…: rounding to two decimals first would result in 4.5.
    [209, 47, "4.4"],
    [5, 1, "5.0"],
    [0, 0, "0.0"],
  ])("of %i stars in %i reviews is shown as %s", (sum, count, shown) => {
    expect(formatRating(meanRating(sum, count))).toBe(shown);
  });

  it.each([
    ["fr", "4,5"],
    ["es", "4,5"],
    ["ar", "4.5"],
    ["ur", "4.5"],
  ] as const)("is written in %s as %s", (language, shown) => {
    expect(runWithLanguage(language, () => formatRating(4.46))).toBe(shown);
  });
});
