import { expect, test } from "vitest";
import {
  endless,
  goesOnward,
  loopsRange,
  nextPosition,
  type PlaybackPlan,
  type PlaybackPosition,
  startAt,
  withRange,
} from "#lib/audio/playback-plan.ts";

const plan = (changes: Partial<PlaybackPlan> = {}): PlaybackPlan => ({
  verses: ["1:1", "1:2", "1:3", "1:4"],
  first: 1,
  last: 2,
  verseRepeats: 1,
  rangeRepeats: 1,
  ...changes,
});

/** The verses that are played from the beginning of the range, at most twelve. */
function listPlayed(played: PlaybackPlan, from = played.first): string[] {
  const verses: string[] = [];
  let position: PlaybackPosition | undefined = startAt(from);
  while (position && verses.length < 12) {
    verses.push(played.verses[position.index] ?? "");
    position = nextPosition(played, position);
  }
  return verses;
}

test("a range is played once, to its end", () => {
  expect(listPlayed(plan())).toEqual(["1:2", "1:3"]);
});

test("each verse is repeated before the next one", () => {
  expect(listPlayed(plan({ verseRepeats: 3 }))).toEqual(["1:2", "1:2", "1:2", "1:3", "1:3", "1:3"]);
});

test("a range is repeated as a whole", () => {
  expect(listPlayed(plan({ rangeRepeats: 2 }))).toEqual(["1:2", "1:3", "1:2", "1:3"]);
});

test("repeating each verse and repeating the range work together", () => {
  const both = plan({ verseRepeats: 2, rangeRepeats: 2 });
  expect(listPlayed(both)).toEqual(["1:2", "1:2", "1:3", "1:3", "1:2", "1:2", "1:3", "1:3"]);
});

test("a verse and a range are repeated without end", () => {
  expect(listPlayed(plan({ verseRepeats: endless }))).toEqual(Array(12).fill("1:2"));
  expect(listPlayed(plan({ rangeRepeats: endless }))).toHaveLength(12);
});

test("playing can begin within the range, whose repetition starts at its beginning", () => {
  expect(listPlayed(plan({ first: 0, last: 2, rangeRepeats: 2 }), 2)).toEqual([
    "1:3",
    "1:1",
    "1:2",
    "1:3",
  ]);
});

test("playing stops after a verse beyond the range, and continues into the range after a verse before it", () => {
  expect(listPlayed(plan(), 3)).toEqual(["1:4"]);
  expect(listPlayed(plan(), 0)).toEqual(["1:1", "1:2", "1:3"]);
});

test("only repeating more than one verse counts as looping a range", () => {
  expect(loopsRange(plan({ rangeRepeats: 2 }))).toBe(true);
  expect(loopsRange(plan({ rangeRepeats: 2, last: 1 }))).toBe(false);
  expect(loopsRange(plan({ verseRepeats: endless }))).toBe(false);
});

test("a range may be given in reverse order or extend beyond the page", () => {
  expect(withRange(plan(), 3, 1)).toMatchObject({ first: 1, last: 3 });
  expect(withRange(plan(), -5, 99)).toMatchObject({ first: 0, last: 3 });
});

test("playback goes onward until the surah ends, or beyond if it began with the last verse", () => {
  const middle = plan({ last: 3, onward: "surah" });
  expect(goesOnward(middle)).toBe(true);
  expect(goesOnward({ ...middle, onward: undefined })).toBe(false);
  expect(goesOnward({ ...middle, last: 2 })).toBe(false);
  expect(goesOnward({ ...middle, rangeRepeats: 2 })).toBe(false);
  const end = { ...middle, verses: ["1:4", "1:5", "1:6", "1:7"] };
  expect(goesOnward(end)).toBe(false);
  expect(goesOnward({ ...end, onward: "anywhere" })).toBe(true);
});
