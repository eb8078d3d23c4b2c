/** Responses about the lesson log. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";
import { recitationKinds } from "./recitations.ts";

const verse = z.object({ surah: z.int(), verse: z.int() });

/** What is known of some verses. Of repeated recitations the latest counts. */
const memorization = {
  verses: z.int(),
  /** How many of them were recited as new lessons. */
  memorised: z.int(),
  /** When any of them was last recited, ISO 8601; absent before the first time. */
  recitedAt: z.optional(z.string()),
  /** When the verse that has waited longest was recited, ISO 8601; absent before the first time. */
  waitingSince: z.optional(z.string()),
};
const memorizationOfVerses = z.object(memorization);
export type Memorization = z.output<typeof memorizationOfVerses>;

/** The part of a surah that lies in a juz. */
const surahPart = z.object({
  surah: z.int(),
  /** Its verses, counted within the surah. */
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
const nextVerses = z.object({ sabaq: verse, sabqi: verse, manzil: verse });
export type NextVerses = z.output<typeof nextVerses>;

const recitation = z.object({
  _id: z.string(),
  kind: z.enum(recitationKinds),
  /** Verses, numbered through the whole Quran from 1. */
  first: z.int(),
  last: z.int(),
  /** The verses as text. */
  passage: z.string(),
  /** YYYY-MM-DD in the teacher's time zone, as it was entered. */
  date: z.string(),
  /** ISO 8601: the time of the class on that day, or else the time of recording. */
  heardAt: z.string(),
  mistakes: z.int(),
  note: z.optional(z.string()),
});
export type RecitationView = z.output<typeof recitation>;

/** A student's lessons in a course, and the memorization progress. */
export const recitationLogSchema = z.object({
  student: z.object({ _id: z.string(), name: z.string() }),
  course: z.object({
    _id: z.string(),
    title: z.string(),
    teacherName: z.string(),
    /** IANA zone of the teacher. */
    timeZone: z.string(),
  }),
  /** One page of them, latest first. */
  lessons: z.array(recitation),
  next: nextVerses,
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
  /** The date of the latest one, YYYY-MM-DD in the teacher's time zone. */
  lastDate: z.optional(z.string()),
});
export type StudentWithProgress = z.output<typeof studentWithProgress>;

export const studentsWithProgressSchema = z.object({
  course: z.object({
    _id: z.string(),
    title: z.string(),
    /** IANA zone of the teacher. */
    timeZone: z.string(),
  }),
  students: z.array(studentWithProgress),
});
export type StudentsWithProgress = z.output<typeof studentsWithProgressSchema>;

export const loggedRecitationSchema = z.object({ _id: z.string() });
