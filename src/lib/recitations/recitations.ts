/** The lesson log: passages that a student recited from memory to the teacher, with the result. */
import * as z from "zod/mini";
import { getTexts as getLogTexts } from "#translations/lesson-log.ts";
import { getTexts } from "#translations/recitations.ts";
import { guardianConsentMessages } from "../guardians/guardians.rules.ts";
import {
  findSurah,
  nameSurah,
  numberOfVerse,
  type Passage,
  surahCount,
  type VerseRef,
} from "../quran/quran.ts";
import { verseKeyInput, wordInput } from "../quran/verse-input.ts";
import { numberOfKey } from "../quran/verse-key.ts";
import { isolatedInRtl } from "../text/bidi.ts";
import { prose } from "../text/text-schemas.ts";
import { calendarDate } from "../time/time-schemas.ts";
import { keyOfMarked, maxWordsOfVerse, mistakeTypes } from "./marked-words.rules.ts";
import { recitationKinds, recitationLimits } from "./recitations.rules.ts";

export const recitationsPageSize = 10;
/** Each lesson can have 500 marked words. */
export const maxRecitationsPageSize = 20;

/** The query parameter that selects the page of lessons. */
export const lessonsParameter = "lessons";

const t = getLogTexts("lessonLog");
const messages = getTexts("recitations");

const chooseSurah = { error: () => t("error.surah") };
const enterVerse = { error: () => t("error.verse") };
const enterMistakes = {
  error: () => t("error.mistakes", { maximum: recitationLimits.mistakes }),
};

const surah = z
  .number(chooseSurah)
  .check(z.int(chooseSurah), z.minimum(1, chooseSurah), z.maximum(surahCount, chooseSurah));
const verse = z.number(enterVerse).check(z.int(enterVerse), z.minimum(1, enterVerse));

export const markedWordMessages = {
  missing: (word: string) => messages("server.wordMissing", { word: isolatedInRtl(word) }),
  type: () => messages("server.typeUnknown"),
  outside: () => messages("server.wordOutside"),
  twice: () => messages("server.wordTwice"),
  tooMany: () => messages("server.tooManyWords", { maximum: recitationLimits.mistakes }),
  clientId: () => messages("server.idMalformed"),
  heardAt: () => messages("server.timeMalformed"),
  needsClientId: () => messages("server.idMissing"),
  /** @param count how many words are marked. */
  tooFew: (count: number) => t("error.tooFewMistakes", { count }),
} as const;

const markedWord = z.object({
  verse: verseKeyInput,
  word: wordInput(maxWordsOfVerse),
  mistake: z.enum(mistakeTypes, { error: markedWordMessages.type }),
});

const fields = z.object({
  kind: z.enum(recitationKinds, { error: () => t("error.type") }),
  /** The date of the lesson in the teacher's time zone. */
  date: calendarDate,
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
  /** If they are missing, a corrected lesson keeps the marked words within its passage. */
  markedWords: z.optional(
    z.array(markedWord).check(
      z.maxLength(recitationLimits.mistakes, { error: markedWordMessages.tooMany }),
      z.refine((words) => new Set(words.map(keyOfMarked)).size === words.length, {
        error: markedWordMessages.twice,
      }),
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
    addIssue(from.surah > to.surah ? "toSurah" : "toVerse", t("error.order"));
  }
  const { markedWords = [], mistakes } = context.value;
  const isOutside = (number: number) => number < (begin ?? 0) || number > (end ?? 0);
  if (markedWords.some(({ verse }) => isOutside(numberOfKey(verse) ?? 0))) {
    addIssue("markedWords", markedWordMessages.outside());
  }
  if (markedWords.length > 0 && mistakes < markedWords.length) {
    addIssue("mistakes", markedWordMessages.tooFew(markedWords.length));
  }
};

export const recitationInput = fields.check(checkPassage);

const newFields = z.extend(fields, {
  /**
   * Chosen by the teacher's device. A repeated request with the same ID has no effect, even if the
   * lesson has been corrected since.
   */
  clientId: z.optional(
    z
      .string({ error: markedWordMessages.clientId })
      .check(z.regex(/^[\w-]{8,64}$/, { error: markedWordMessages.clientId })),
  ),
  /**
   * When the student recited, as an ISO 8601 instant in UTC, by the clock of the teacher's device. It
   * has no effect on another day than `date` or in the future.
   */
  heardAt: z.optional(z.iso.datetime({ error: markedWordMessages.heardAt })),
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
  const surah = findSurah(number);
  return t("error.verseCount", {
    surah: surah ? nameSurah(surah) : "",
    count: surah?.verses ?? 0,
  });
}

/** Converts a validated input to a passage. */
export function toPassage(input: RecitationInput): Passage {
  const { from, to } = readVerses(input);
  const [first, last] = [numberOfVerse(from), numberOfVerse(to)];
  if (first === undefined || last === undefined) throw new RangeError("This passage doesn't exist");
  return { first, last };
}

const verseKey = z.string({ error: () => messages("server.verseMissing") }).check(
  z.refine((key) => numberOfKey(key) !== undefined, {
    error: () => messages("server.verseUnknown"),
  }),
);

/** More verses than the longest surah or the longest juz contains. */
const maxPassage = 600;

const isInOrder = z.refine<{ from: string; to: string }>(
  ({ from, to }) => (numberOfKey(from) ?? 0) <= (numberOfKey(to) ?? 0),
  { error: () => t("error.order"), path: ["to"] },
);

/** The first and last verse of a passage of any length, because a class can share the whole Quran. */
export const sharedPassageQuery = z.object({ from: verseKey, to: verseKey }).check(isInOrder);

/** The query for the marks of a passage: its first and last verse. */
export const passageQuery = z.object({ from: verseKey, to: verseKey }).check(
  isInOrder,
  z.refine(({ from, to }) => (numberOfKey(to) ?? 0) - (numberOfKey(from) ?? 0) < maxPassage, {
    error: () => messages("server.tooManyVerses", { maximum: maxPassage }),
    path: ["to"],
  }),
);
export type PassageQuery = z.output<typeof passageQuery>;

/** The page on which a child's guardian reads the lesson log, without an account. */
export const guardianPagePath = "/progress";

/** How long lessons are collected before the guardian gets an email about them, in minutes. */
export const guardianMailMinutes = 60;

export const recitationMessages = {
  get missing() {
    return messages("server.missing");
  },
  get notYours() {
    return messages("server.notYours");
  },
  get notEnrolled() {
    return messages("server.notEnrolled");
  },
  get twice() {
    return messages("server.twice");
  },
  get full() {
    return messages("server.full", { maximum: recitationLimits.lessons });
  },
  get future() {
    return messages("server.future");
  },
  get tooOld() {
    return messages("server.tooOld");
  },
  get noGuardian() {
    return guardianConsentMessages.noAddress;
  },
  get noLink() {
    return messages("server.noLink");
  },
};
