/** Responses about the lesson log. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";
import { mistakeTypes } from "./marked-words.rules.ts";
import { recitationKinds, verseStates } from "./recitations.rules.ts";

const verse = z.object({ surah: z.int(), verse: z.int() });

/** Memorization of a range of verses. Only the latest recitation of each verse counts. */
const memorization = {
  verses: z.int(),
  /** The number of verses that were recited as new lessons. */
  memorised: z.int(),
  /** The latest recitation of any verse, ISO 8601; absent if there is none. */
  recitedAt: z.optional(z.string()),
  /** When the least recently recited verse was recited, ISO 8601; absent if there is none. */
  waitingSince: z.optional(z.string()),
};
const memorizationOfVerses = z.object(memorization);
export type Memorization = z.output<typeof memorizationOfVerses>;

/** The part of a surah that belongs to a juz. */
const surahPart = z.object({
  surah: z.int(),
  /** The range of verses, numbered within the surah. */
  fromVerse: z.int(),
  toVerse: z.int(),
  ...memorization,
});
export type SurahPart = z.output<typeof surahPart>;

const juzMemorization = z.object({ juz: z.int(), ...memorization, parts: z.array(surahPart) });
export type JuzMemorization = z.output<typeof juzMemorization>;

const quranChart = z.object({
  ...memorization,
  juz: z.array(juzMemorization),
  surahs: z.array(surahPart),
});
export type QuranChart = z.output<typeof quranChart>;

/** Where the next lesson of each kind begins. */
export const nextVersesSchema = z.object({ sabaq: verse, sabqi: verse, manzil: verse });
export type NextVerses = z.output<typeof nextVersesSchema>;

/** A word at which the teacher marked a mistake. */
const markedWord = z.object({
  /** As in `2:255`. */
  verse: z.string(),
  /** The position in the verse, from 1. */
  word: z.int(),
  mistake: z.enum(mistakeTypes),
  /** Canonical Arabic. */
  text: z.string(),
});
export type MarkedWordView = z.output<typeof markedWord>;

export const recitationSchema = z.object({
  _id: z.string(),
  kind: z.enum(recitationKinds),
  /** Verses, numbered continuously through the Quran from 1. */
  first: z.int(),
  last: z.int(),
  /** The range of verses as text. */
  passage: z.string(),
  /** The entered date, YYYY-MM-DD in the teacher's time zone. */
  date: z.string(),
  /**
   * ISO 8601: the time of the class on that day, or the time of recording if there was no class.
   */
  heardAt: z.string(),
  mistakes: z.int(),
  note: z.optional(z.string()),
  /** In the order of the Quran; absent if there are none. */
  markedWords: z.optional(z.array(markedWord)),
});
export type RecitationView = z.output<typeof recitationSchema>;

/** A student's lessons in a course, and the memorization progress. */
export const recitationLogSchema = z.object({
  student: z.object({ _id: z.string(), name: z.string() }),
  course: z.object({
    _id: z.string(),
    title: z.string(),
    teacherName: z.string(),
    /** The teacher's time zone (IANA). */
    timeZone: z.string(),
  }),
  /** One page of the lessons, latest first. */
  lessons: z.array(recitationSchema),
  next: nextVersesSchema,
  chart: quranChart,
  ...pageFigures,
});
export type RecitationLog = z.output<typeof recitationLogSchema>;

const studentWithProgress = z.object({
  _id: z.string(),
  name: z.string(),
  profileImageUrl: z.optional(z.string()),
  /** The number of recorded lessons. */
  lessons: z.int(),
  /** The date of the latest lesson, YYYY-MM-DD in the teacher's time zone. */
  lastDate: z.optional(z.string()),
});
export type StudentWithProgress = z.output<typeof studentWithProgress>;

export const studentsWithProgressSchema = z.object({
  course: z.object({
    _id: z.string(),
    title: z.string(),
    /** The teacher's time zone (IANA). */
    timeZone: z.string(),
  }),
  students: z.array(studentWithProgress),
});
export type StudentsWithProgress = z.output<typeof studentsWithProgressSchema>;

export const loggedRecitationSchema = z.object({ _id: z.string() });

const verseMark = z.object({
  /** The first and the last of consecutive verses, as in '2:255'. */
  from: z.string(),
  to: z.string(),
  state: z.enum(verseStates),
  /** The time of the latest lesson with these verses, ISO 8601. */
  recitedAt: z.string(),
});
export type VerseMark = z.output<typeof verseMark>;

/** A word that was marked and hasn't been recited correctly often enough since then. */
const weakWord = z.object({
  ...markedWord.shape,
  /** The latest mistake, and the time of its lesson, ISO 8601. */
  markedAt: z.string(),
  /** The number of lessons in which the word was marked. */
  times: z.int(),
  /** The number of lessons without a mistake at this word after which it is no longer weak. */
  remaining: z.int(),
  /** Whether it has been recited correctly since the latest mistake. */
  isFading: z.boolean(),
});
export type WeakWord = z.output<typeof weakWord>;

/** What the teacher needs to know before a student recites a passage. */
export const passagePreparationSchema = z.object({
  /** The teacher's time zone (IANA), in which lessons have their dates. */
  timeZone: z.string(),
  /** The most likely kind of lesson for the passage. */
  kind: z.enum(recitationKinds),
  /** In the order of the Quran. Only lessons of this course count. */
  weakWords: z.array(weakWord),
});
export type PassagePreparation = z.output<typeof passagePreparationSchema>;

/**
 * The memorized verses of a passage, in order, and its weak words. Verses that aren't memorized are
 * missing.
 */
export const verseMarksSchema = z.object({
  marks: z.array(verseMark),
  weakWords: z.array(weakWord),
});
export type VerseMarks = z.output<typeof verseMarksSchema>;
