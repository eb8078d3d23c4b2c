import { describe, expect, test } from "vitest";
import { findSpan, findWordAt, readTimings } from "#lib/audio/timings.ts";

const verse = (segments: unknown, words = 4) => ({ verses: [{ verse: 1, words, segments }] });

const times = (segments: unknown, words = 4) => {
  const found = readTimings(verse(segments, words))?.get(1);
  if (!found) throw new Error("The timings were rejected");
  return found;
};

describe("a file of timings", () => {
  test("is read by verse, in chronological order", () => {
    expect(
      times([
        [2, 500, 900],
        [1, 0, 500],
      ]).segments,
    ).toEqual([
      { word: 1, start: 0, end: 500 },
      { word: 2, start: 500, end: 900 },
    ]);
  });

  test.each([undefined, null, "text", [], {}, { verses: {} }, { verses: [{ verse: 1 }] }])(
    "in another format (%j) is rejected",
    (content) => {
      expect(readTimings(content)).toBeUndefined();
    },
  );

  test.each([
    ["a word beyond the verse", [[5, 0, 500]]],
    ["word 0", [[0, 0, 500]]],
    ["a word that ends before it begins", [[1, 500, 500]]],
    ["no words", []],
  ])("has no times for a verse with %s", (_, segments) => {
    expect(readTimings(verse(segments))?.has(1)).toBe(false);
  });

  test("with a negative time is rejected", () => {
    expect(readTimings(verse([[1, -1, 500]]))).toBeUndefined();
  });
});

describe("the word at a time", () => {
  const repeated = times([
    [1, 100, 300],
    [2, 300, 700],
    [1, 900, 1100],
    [2, 1100, 1500],
    [3, 1500, 2000],
  ]);

  test.each([
    [0, undefined],
    [99, undefined],
    [100, 1],
    [299, 1],
    [300, 2],
    [1000, 1],
    [1499, 2],
    [1500, 3],
  ])("of %i ms is found, even if the reciter repeats words", (ms, word) => {
    expect(findWordAt(repeated, ms)).toBe(word);
  });

  test("is the previous word during a breath, and the last word until the end", () => {
    expect(findWordAt(repeated, 800)).toBe(2);
    expect(findWordAt(repeated, 5000)).toBe(3);
  });

  test("is the same by binary search as by counting, for long verses", () => {
    const long = times(
      Array.from({ length: 128 }, (_, index) => [index + 1, index * 37, index * 37 + 37]),
      128,
    );
    for (let ms = 0; ms < 128 * 37; ms += 5) {
      expect(findWordAt(long, ms)).toBe(Math.floor(ms / 37) + 1);
    }
  });
});

describe("the time of several words", () => {
  const spoken = times([
    [1, 0, 400],
    [2, 400, 900],
    [3, 900, 1300],
    [4, 1300, 1800],
  ]);

  test("extends from the beginning of the first to the end of the last", () => {
    expect(findSpan(spoken, 2, 3)).toEqual({ start: 400, end: 1300 });
    expect(findSpan(spoken, 2, 2)).toEqual({ start: 400, end: 900 });
  });

  test("includes a repetition of the last word", () => {
    const repeated = times(
      [
        [1, 0, 400],
        [2, 400, 900],
        [1, 1000, 1400],
        [2, 1400, 2000],
      ],
      2,
    );
    expect(findSpan(repeated, 1, 2)).toEqual({ start: 0, end: 2000 });
  });

  test("is undefined if a word has no time or the words are in reverse order", () => {
    expect(findSpan(spoken, 2, 5)).toBeUndefined();
    expect(findSpan(spoken, 3, 2)).toBeUndefined();
  });
});
