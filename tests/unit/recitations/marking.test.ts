/** Marking mistakes while a student recites. */
import { expect, test } from "vitest";
import type { MistakeType } from "#lib/recitations/marked-words.rules.ts";
import {
  isFar,
  type Marking,
  markWord,
  setPassage,
  startMarking,
  undoStep,
} from "#lib/recitations/marking.ts";

const fatihah = { first: 1, last: 7 };
const start = startMarking("lesson-1", fatihah);
const mark = (marking: Marking, verse: string, word: number, mistake: MistakeType = "vowel") =>
  markWord(marking, { verse, word }, mistake);
const marks = ({ words }: Marking) =>
  words.map(({ verse, word, mistake }) => `${verse}:${word} ${mistake}`);

test("marking a word again changes or removes its mark", () => {
  const once = mark(start, "1:2", 3);
  expect(marks(once)).toEqual(["1:2:3 vowel"]);
  const changed = mark(once, "1:2", 3, "prompted");
  expect(marks(changed)).toEqual(["1:2:3 prompted"]);
  expect(marks(mark(changed, "1:2", 3, "prompted"))).toEqual([]);
});

test("every step can be undone, one after another", () => {
  let marking = mark(start, "1:2", 3);
  marking = mark(marking, "1:5", 1);
  marking = mark(marking, "1:2", 3, "tajweed");
  marking = mark(marking, "1:5", 1);
  expect(marks(marking)).toEqual(["1:2:3 tajweed"]);
  const undone = [0, 1, 2, 3].map(() => {
    marking = undoStep(marking);
    return marks(marking);
  });
  expect(undone).toEqual([
    ["1:2:3 tajweed", "1:5:1 vowel"],
    ["1:5:1 vowel", "1:2:3 vowel"],
    ["1:2:3 vowel"],
    [],
  ]);
  expect(undoStep(marking)).toBe(marking);
});

test("marking a word outside the passage extends it", () => {
  expect(mark(start, "2:2", 1).passage).toEqual({ first: 1, last: 9 });
  expect(mark(start, "1:8", 1)).toBe(start);
});

test("a word is far from a recitation if at least one page of the mushaf is between them", () => {
  const kahf = startMarking("lesson-3", { first: 2141, last: 2150 });
  const places = ["17:96", "17:97", "18:1", "18:20", "18:21", "112:1"];
  const far = places.filter((verse) => isFar(kahf, { verse, word: 1 }));
  expect(far).toEqual(["17:96", "18:21", "112:1"]);
  expect(isFar(mark(kahf, "18:20", 1), { verse: "18:21", word: 1 })).toBe(false);
});

test("undoing a step restores the passage that it extended", () => {
  const ikhlas = startMarking("lesson-2", { first: 6222, last: 6225 });
  const marked = mark(mark(ikhlas, "112:1", 2), "113:1", 1);
  expect(marked.passage).toEqual({ first: 6222, last: 6226 });
  const further = mark(mark(marked, "111:5", 1), "111:5", 1);
  expect(further.passage).toEqual({ first: 6221, last: 6226 });
  expect(undoStep(undoStep(further))).toEqual(marked);
  expect(undoStep(marked).passage).toEqual(ikhlas.passage);
});

test("undoing keeps a passage that was chosen after the step", () => {
  const chosen = setPassage(mark(start, "2:1", 1), { first: 1, last: 10 });
  expect(undoStep(chosen)).toMatchObject({ passage: { first: 1, last: 10 }, words: [] });
});

test("a smaller passage loses the marks outside it, which undoing doesn't restore", () => {
  const both = mark(mark(start, "1:2", 3), "1:5", 1);
  const smaller = setPassage(both, { first: 1, last: 4 });
  expect(marks(smaller)).toEqual(["1:2:3 vowel"]);
  expect(marks(undoStep(smaller))).toEqual([]);
});

test("a lesson has at most 500 marks", () => {
  const full = {
    ...start,
    words: Array.from({ length: 500 }, (_, index) => ({
      verse: `2:${(index % 286) + 1}`,
      word: Math.floor(index / 286) + 1,
      mistake: "vowel" as const,
    })),
  };
  expect(mark(full, "1:1", 1)).toBe(full);
  expect(mark(full, "2:1", 1).words).toHaveLength(499);
});
