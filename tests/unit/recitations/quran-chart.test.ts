import { describe, expect, test } from "vitest";
import { numberOfVerse } from "#lib/quran.ts";
import {
  describeAge,
  drawChart,
  freshnessOf,
  memorisedPercent,
  merge,
  type RecitedPassage,
} from "#lib/quran-chart.ts";

const recited = (
  kind: RecitedPassage["kind"],
  [surah, verse]: [number, number],
  [toSurah, toVerse]: [number, number],
  heardAt = "2027-03-01T12:00:00.000Z",
): RecitedPassage => ({
  kind,
  first: numberOfVerse({ surah, verse }) ?? 0,
  last: numberOfVerse({ surah: toSurah, verse: toVerse }) ?? 0,
  heardAt,
});

describe("the chart", () => {
  test("of nothing is thirty juz of which nothing is known", () => {
    const { juz, surahs, ...whole } = drawChart([]);
    expect(whole).toEqual({ verses: 6236, memorised: 0 });
    expect(juz).toHaveLength(30);
    expect(surahs).toHaveLength(114);
    expect(juz[0]).toEqual({
      juz: 1,
      verses: 148,
      memorised: 0,
      parts: [
        { surah: 1, fromVerse: 1, toVerse: 7, verses: 7, memorised: 0 },
        { surah: 2, fromVerse: 1, toVerse: 141, verses: 141, memorised: 0 },
      ],
    });
  });

  test("counts every verse once, however often and in whatever pieces it was learned", () => {
    const { juz, surahs, memorised } = drawChart([
      recited("sabaq", [2, 1], [2, 20]),
      recited("sabaq", [2, 11], [2, 30]),
      recited("sabaq", [2, 31], [2, 40]),
      recited("sabaq", [2, 1], [2, 20]),
    ]);
    expect(memorised).toBe(40);
    expect(juz[0]?.memorised).toBe(40);
    expect(surahs[1]?.memorised).toBe(40);
    expect(juz[1]?.memorised).toBe(0);
  });

  test("divides a passage among the juz and the surahs that it runs through", () => {
    const { juz, surahs } = drawChart([recited("sabaq", [2, 140], [2, 145])]);
    expect(juz.map(({ memorised }) => memorised).slice(0, 3)).toEqual([2, 4, 0]);
    expect(juz[1]?.parts).toMatchObject([{ surah: 2, fromVerse: 142, toVerse: 252, memorised: 4 }]);
    expect(surahs[1]?.memorised).toBe(6);
    const all = drawChart([recited("sabaq", [78, 1], [114, 6])]);
    expect(all.juz[29]).toMatchObject({ verses: 564, memorised: 564 });
    expect(all.juz[28]?.memorised).toBe(0);
    expect(all.surahs.filter((each) => each.memorised === each.verses)).toHaveLength(37);
  });

  test("is whole for who knows all", () => {
    const { juz, memorised } = drawChart([recited("sabaq", [1, 1], [114, 6])]);
    expect(memorised).toBe(6236);
    expect(juz.every((each) => each.memorised === each.verses)).toBe(true);
  });

  test("tells the last revision of a part, which is no new lesson", () => {
    const { juz, memorised } = drawChart([
      recited("manzil", [78, 1], [80, 42], "2027-03-01T12:00:00.000Z"),
      recited("sabqi", [80, 1], [80, 10], "2027-03-05T12:00:00.000Z"),
      recited("manzil", [80, 11], [80, 42], "2027-03-03T12:00:00.000Z"),
    ]);
    expect(memorised).toBe(0);
    expect(juz[29]?.revisedAt).toBe("2027-03-05T12:00:00.000Z");
    const revised = juz[29]?.parts.map(({ revisedAt }) => revisedAt?.slice(8, 10));
    expect(revised?.slice(0, 4)).toEqual(["01", "01", "05", undefined]);
    expect(juz[28]).not.toHaveProperty("revisedAt");
  });
});

test("passages that overlap or touch become one", () => {
  expect(
    merge([
      { first: 10, last: 12 },
      { first: 1, last: 3 },
      { first: 4, last: 5 },
      { first: 2, last: 2 },
    ]),
  ).toEqual([
    { first: 1, last: 5 },
    { first: 10, last: 12 },
  ]);
});

test("a percentage is never rounded up to all, nor down to nothing", () => {
  expect(memorisedPercent({ memorised: 0, verses: 286 })).toBe(0);
  expect(memorisedPercent({ memorised: 1, verses: 286 })).toBe(1);
  expect(memorisedPercent({ memorised: 285, verses: 286 })).toBe(99);
  expect(memorisedPercent({ memorised: 286, verses: 286 })).toBe(100);
});

describe("the age of a revision", () => {
  const now = new Date("2027-03-10T12:00:00.000Z");
  const revised = (revisedAt?: string) => ({
    verses: 1,
    memorised: 1,
    ...(revisedAt ? { revisedAt } : {}),
  });

  test.each([
    [undefined, "never"],
    ["2027-03-10T11:00:00.000Z", "fresh"],
    ["2027-03-03T12:00:00.001Z", "fresh"],
    ["2027-03-03T12:00:00.000Z", "fading"],
    ["2027-02-09T12:00:00.000Z", "fading"],
    ["2027-02-08T12:00:00.000Z", "stale"],
  ])("of %s is %s", (instant, freshness) => {
    expect(freshnessOf(revised(instant), now)).toBe(freshness);
  });

  test.each([
    ["2027-03-10T00:30:00.000Z", "UTC", "today"],
    ["2027-03-10T00:30:00.000Z", "America/New_York", "yesterday"],
    ["2027-03-08T12:00:00.000Z", "UTC", "2 days ago"],
    ["2026-12-01T12:00:00.000Z", "Asia/Kathmandu", "3 months ago"],
    ["2024-03-01T12:00:00.000Z", "UTC", "3 years ago"],
  ])("%s in %s is %s", (instant, zone, words) => {
    expect(describeAge(instant, now, zone)).toBe(words);
  });
});
