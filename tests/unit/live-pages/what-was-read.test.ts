/** What a class has read, determined from the verses that were current. */
import { expect, test } from "vitest";
import { findWhatWasRead, type ShownVerse } from "#server/live-pages/recap/what-was-read.ts";

const time = (seconds: number) => new Date(Date.UTC(2027, 2, 10, 12, 0, seconds));

/** The data after these verses became current, at these seconds. Null stops sharing. */
function read(...steps: [verse: number | null, seconds: number][]) {
  return readWithout([], ...steps);
}

function readWithout(
  absences: [from: number, until: number | null][],
  ...steps: [verse: number | null, seconds: number][]
) {
  const shown = new Map<number, ShownVerse>();
  const stops: string[] = [];
  for (const [verse, seconds] of steps) {
    const at = time(seconds);
    if (verse === null) {
      stops.push(at.toISOString());
      continue;
    }
    const known = shown.get(verse) ?? { verse, firstAt: at, visits: [] };
    const visits = [...known.visits, at.toISOString()];
    shown.set(verse, { ...known, lastAt: at, visits });
  }
  return findWhatWasRead(
    [...shown.values()],
    stops,
    absences.map(([from, until]) => ({
      from: time(from),
      until: until === null ? null : time(until),
    })),
  );
}

const passage = (first: number, last: number, started: number, ended: number) => ({
  first,
  last,
  startedAt: time(started),
  endedAt: time(ended),
});

test("consecutive verses are one passage, with the times of the first and the last one", () => {
  expect(read([8, 0], [9, 10], [10, 20])).toEqual({
    passages: [passage(8, 10, 0, 20)],
    verses: [
      { verse: 8, at: time(0) },
      { verse: 9, at: time(10) },
      { verse: 10, at: time(20) },
    ],
  });
});

test("verses that the class only passes through aren't part of the recap, but a short verse is", () => {
  const { passages, verses } = read([8, 0], [9, 10], [10, 11], [11, 12], [12, 13], [13, 15]);
  expect(passages).toEqual([passage(8, 8, 0, 0), passage(12, 13, 13, 15)]);
  expect(verses.map(({ verse }) => verse)).toEqual([8, 12, 13]);
});

test("a wrong tap doesn't divide a passage", () => {
  expect(read([8, 0], [100, 10], [9, 11]).passages).toEqual([passage(8, 9, 0, 11)]);
});

test("two visits to a passage are listed separately, each with its own times", () => {
  expect(read([8, 0], [9, 10], [300, 20], [8, 30], [9, 40]).passages).toEqual([
    passage(8, 9, 0, 10),
    passage(300, 300, 20, 20),
    passage(8, 9, 30, 40),
  ]);
});

test("a passage that was shared again after a break is listed again", () => {
  const { passages, verses } = read([8, 0], [9, 10], [null, 20], [8, 600], [9, 610]);
  expect(passages).toEqual([passage(8, 9, 0, 10), passage(8, 9, 600, 610)]);
  expect(verses, "when each verse was first read").toEqual([
    { verse: 8, at: time(0) },
    { verse: 9, at: time(10) },
  ]);
});

test("a verse that was shown only for a moment before sharing stopped wasn't read", () => {
  expect(read([8, 0], [null, 1])).toEqual({ passages: [], verses: [] });
});

test("verses that a class repeats are still one passage", () => {
  expect(read([8, 0], [9, 10], [8, 20], [9, 30], [10, 40]).passages).toEqual([
    passage(8, 10, 0, 40),
  ]);
});

test("classes of earlier versions have only the first and the last time of each verse", () => {
  const shown = [
    { verse: 8, firstAt: time(0), lastAt: time(0), visits: [] },
    { verse: 9, firstAt: time(10), lastAt: time(20), visits: [] },
  ];
  expect(findWhatWasRead(shown, []).passages).toEqual([passage(8, 9, 0, 20)]);
});

test("a student who leaves and enrolls again reads what was current before and after", () => {
  const { passages, verses } = readWithout(
    [[25, 45]],
    [8, 0],
    [9, 20],
    [10, 30],
    [11, 40],
    [12, 50],
  );
  expect(passages).toEqual([passage(8, 9, 0, 20), passage(11, 12, 45, 50)]);
  expect(verses.map(({ verse }) => verse)).toEqual([8, 9, 11, 12]);
});

test("a student who leaves for good reads only what was current before", () => {
  const { passages } = readWithout([[25, null]], [8, 0], [9, 20], [10, 30]);
  expect(passages).toEqual([passage(8, 9, 0, 20)]);
});
