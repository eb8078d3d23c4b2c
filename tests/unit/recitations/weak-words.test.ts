/** Which words are weak, and when they fade. */
import { expect, test } from "vitest";
import type { StoredMarkedWord } from "#lib/recitations/marked-words.rules.ts";
import { findWeakWords, type ObservedLesson } from "#lib/recitations/weak-words.ts";

const fatihah = { first: 1, last: 7 };
const mark = (verse: number, word: number): StoredMarkedWord => ({
  verse,
  word,
  mistake: "vowel",
});

let days = 0;
const lesson = (change: Partial<ObservedLesson> = {}): ObservedLesson => ({
  ...fatihah,
  mistakes: change.markedWords?.length ?? 0,
  markedWords: [],
  isMarked: true,
  heardAt: new Date(Date.UTC(2027, 2, ++days)),
  ...change,
});

const remainingAfter = (...lessons: ObservedLesson[]) =>
  findWeakWords(lessons, fatihah).map(({ verse, word, remaining }) => [verse, word, remaining]);

test("a marked word is weak until it has been recited correctly in two later lessons", () => {
  const marked = lesson({ markedWords: [mark(2, 3)] });
  expect(findWeakWords([marked], fatihah)).toEqual([
    { ...mark(2, 3), markedAt: marked.heardAt, times: 1, remaining: 2, isFading: false },
  ]);
  expect(remainingAfter(marked, lesson())).toEqual([[2, 3, 1]]);
  expect(findWeakWords([marked, lesson()], fatihah)).toMatchObject([{ isFading: true }]);
  expect(remainingAfter(marked, lesson(), lesson())).toEqual([]);
});

test("a word that is marked repeatedly needs at most four correct lessons", () => {
  const marked = lesson({ markedWords: [mark(2, 3)] });
  expect(remainingAfter(marked, marked)).toEqual([[2, 3, 4]]);
  expect(remainingAfter(marked, marked, marked, marked)).toEqual([[2, 3, 4]]);
  expect(remainingAfter(marked, lesson(), marked)).toEqual([[2, 3, 3]]);
  const [word] = findWeakWords([marked, marked, marked], fatihah);
  expect(word).toMatchObject({ times: 3, remaining: 4 });
});

test("a word that had faded becomes weak again, with its history and the latest mistake", () => {
  const marked = lesson({ markedWords: [mark(2, 3)] });
  const again = lesson({ markedWords: [{ ...mark(2, 3), mistake: "prompted" }] });
  expect(findWeakWords([marked, lesson(), lesson(), again], fatihah)).toEqual([
    {
      verse: 2,
      word: 3,
      mistake: "prompted",
      markedAt: again.heardAt,
      times: 2,
      remaining: 2,
      isFading: false,
    },
  ]);
});

test("only lessons that show which words were correct let a word fade", () => {
  const marked = lesson({ markedWords: [mark(2, 3)] });
  const entered = lesson({ isMarked: false, mistakes: 4 });
  const perfect = lesson({ isMarked: false, mistakes: 0 });
  const elsewhere = lesson({ first: 3, last: 7 });
  expect(remainingAfter(marked, entered, elsewhere)).toEqual([[2, 3, 2]]);
  expect(remainingAfter(marked, perfect)).toEqual([[2, 3, 1]]);
});

test("other marks in a lesson don't count against a correct word, and words are in order", () => {
  const both = lesson({ markedWords: [mark(5, 1), mark(2, 3)] });
  expect(remainingAfter(both, lesson({ markedWords: [mark(5, 1)] }))).toEqual([
    [2, 3, 1],
    [5, 1, 4],
  ]);
});

test("words outside the passage aren't listed", () => {
  const marked = lesson({ last: 8, markedWords: [mark(2, 3), mark(8, 1)] });
  expect(remainingAfter(marked)).toEqual([[2, 3, 2]]);
});
