/** The lesson log: passages that a student recited from memory to the teacher, with the result. */
import * as z from "zod/mini";
import {
  findSurah,
  numberOfVerse,
  type Passage,
  surahCount,
  type VerseRef,
} from "../quran/quran.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { prose } from "../text/text-schemas.ts";
import { isCalendarDate } from "../time/time.ts";
import { keyOfMarked, maxWordsOfVerse, mistakeTypes } from "./marked-words.rules.ts";
import { recitationKinds, recitationLimits } from "./recitations.rules.ts";

export const recitationsPageSize = 10;

/** The query parameter that selects the page of lessons. */
export const lessonsParameter = "lessons";

const chooseType = "Please choose a lesson type";
const chooseSurah = "Please choose a surah";
const enterVerse = "Please enter a verse";
const enterMistakes = `Please enter a number from 0 to ${recitationLimits.mistakes}`;
const enterDate = "Please enter a date";

const surah = z
  .number(chooseSurah)
  .check(z.int(chooseSurah), z.minimum(1, chooseSurah), z.maximum(surahCount, chooseSurah));
const verse = z.number(enterVerse).check(z.int(enterVerse), z.minimum(1, enterVerse));

export const markedWordMessages = {
  verse: "Enter a verse that exists, as in 2:255.",
  word: "Enter a word by its position in the verse.",
  missing: (word: string) => `There is no word ${word}.`,
  type: "Choose forgotten, vowel, tajweed, hesitation or prompted.",
  outside: "Mark only words of the passage.",
  twice: "Mark each word once.",
  tooMany: `Mark at most ${recitationLimits.mistakes} words.`,
  clientId: "The lesson ID must have 8 to 64 characters.",
  needsClientId: "A lesson with marked words needs an ID.",
  /** @param count how many words are marked. */
  tooFew: (count: number) =>
    count === 1
      ? "1 word is marked as a mistake, so please enter at least 1"
      : `${count} words are marked as mistakes, so please enter at least ${count}`,
} as const;

const markedWord = z.object({
  verse: z
    .string(markedWordMessages.verse)
    .check(z.refine((key) => numberOfKey(key) !== undefined, markedWordMessages.verse)),
  word: z
    .number(markedWordMessages.word)
    .check(
      z.int(markedWordMessages.word),
      z.minimum(1, markedWordMessages.word),
      z.maximum(maxWordsOfVerse, markedWordMessages.word),
    ),
  mistake: z.enum(mistakeTypes, markedWordMessages.type),
});

const fields = z.object({
  kind: z.enum(recitationKinds, chooseType),
  /** The date of the lesson in the teacher's time zone. */
  date: z.string(enterDate).check(z.refine(isCalendarDate, enterDate)),
  fromSurah: surah,
  fromVerse: verse,
  toSurah: surah,
  toVerse: verse,
  mistakes: z
    .number(enterMistakes)
    .check(
      z.int(enterMistakes),
      z.minimum(0, enterMistakes),
      z.maximum(recitationLimits.mistakes, enterMistakes),
    ),
  note: z.optional(prose(recitationLimits.note)),
  /** Without them, a corrected lesson keeps those within its passage. */
  markedWords: z.optional(
    z.array(markedWord).check(
      z.maxLength(recitationLimits.mistakes, markedWordMessages.tooMany),
      z.refine(
        (words) => new Set(words.map(keyOfMarked)).size === words.length,
        markedWordMessages.twice,
      ),
    ),
  ),
});
export type RecitationInput = z.output<typeof fields>;

const checkPassage: z.core.CheckFn<RecitationInput> = (context) => {
  const { from, to } = readVerses(context.value);
  const addIssue = (path: keyof RecitationInput, message: string) =>
    context.issues.push({ code: "custom", path: [path], message, input: context.value });
  if (isBeyondEnd(from)) addIssue("fromVerse", describeVerseCount(from));
  if (isBeyondEnd(to)) addIssue("toVerse", describeVerseCount(to));
  const [begin, end] = [numberOfVerse(from), numberOfVerse(to)];
  if (begin !== undefined && end !== undefined && begin > end) {
    addIssue(
      from.surah > to.surah ? "toSurah" : "toVerse",
      "The last verse must not come before the first",
    );
  }
  const { markedWords = [], mistakes } = context.value;
  const isOutside = (number: number) => number < (begin ?? 0) || number > (end ?? 0);
  if (markedWords.some(({ verse }) => isOutside(numberOfKey(verse) ?? 0))) {
    addIssue("markedWords", markedWordMessages.outside);
  }
  if (markedWords.length > 0 && mistakes < markedWords.length) {
    addIssue("mistakes", markedWordMessages.tooFew(markedWords.length));
  }
};

export const recitationInput = fields.check(checkPassage);

const newFields = z.extend(fields, {
  /**
   * Chosen by the teacher's device. A repeated request with the same ID has no effect, also if the
   * lesson has been corrected since.
   */
  clientId: z.optional(
    z
      .string(markedWordMessages.clientId)
      .check(z.regex(/^[\w-]{8,64}$/, markedWordMessages.clientId)),
  ),
});
export type NewRecitationInput = z.output<typeof newFields>;

export const newRecitationInput = newFields.check(
  checkPassage as z.core.CheckFn<NewRecitationInput>,
  z.refine(({ clientId, markedWords }) => clientId !== undefined || !markedWords?.length, {
    error: markedWordMessages.needsClientId,
    path: ["clientId"],
  }),
);

const readVerses = (input: RecitationInput): { from: VerseRef; to: VerseRef } => ({
  from: { surah: input.fromSurah, verse: input.fromVerse },
  to: { surah: input.toSurah, verse: input.toVerse },
});

function isBeyondEnd({ surah: number, verse }: VerseRef): boolean {
  const found = findSurah(number);
  return found !== undefined && verse > found.verses;
}

function describeVerseCount({ surah: number }: VerseRef): string {
  const { name = "", verses = 0 } = findSurah(number) ?? {};
  return `${name} has ${verses} verses`;
}

/** Converts a validated input to a passage. */
export function toPassage(input: RecitationInput): Passage {
  const { from, to } = readVerses(input);
  const [first, last] = [numberOfVerse(from), numberOfVerse(to)];
  if (first === undefined || last === undefined) throw new RangeError("This passage doesn't exist");
  return { first, last };
}

const verseKey = z
  .string("Please enter a verse, for example 2:255")
  .check(z.refine((key) => numberOfKey(key) !== undefined, "Verse not found"));

/** More verses than the longest surah or the longest juz has. */
const maxPassage = 600;

/** The query of the marks of a passage: its first and last verse. */
export const passageQuery = z.object({ from: verseKey, to: verseKey }).check(
  z.refine(({ from, to }) => (numberOfKey(from) ?? 0) <= (numberOfKey(to) ?? 0), {
    error: "The last verse must not come before the first",
    path: ["to"],
  }),
  z.refine(({ from, to }) => (numberOfKey(to) ?? 0) - (numberOfKey(from) ?? 0) < maxPassage, {
    error: `Please choose at most ${maxPassage} verses`,
    path: ["to"],
  }),
);
export type PassageQuery = z.output<typeof passageQuery>;

/** The page on which a child's guardian reads the lesson log, without an account. */
export const guardianPagePath = "/progress";

/** How long lessons are collected before the guardian gets an email about them, in minutes. */
export const guardianMailMinutes = 60;

export const recitationMessages = {
  missing: "Lesson not found",
  notYours: "Only the student and the course's teacher can see these lessons.",
  notEnrolled: "This student is not enrolled in the course.",
  twice: "This lesson has already been recorded for that day.",
  full: `A student can have at most ${recitationLimits.lessons} lessons in a course`,
  future: "Please choose today or an earlier date",
  tooOld: "Please choose a date within the last year",
  noGuardian: "Your profile doesn't include a guardian's email address.",
  noLink: "This link no longer works.",
} as const;
