/** The shapes of lessons for /api/openapi.json. */
import * as z from "zod/mini";
import type { QuranChart } from "#lib/recitations/quran-chart.ts";
import type { RecitationLog, StudentsWithProgress } from "#lib/recitations/recitation-views.ts";
import { recitationKinds } from "#lib/recitations/recitations.ts";

const text = z.string();
const verse = z.object({ surah: z.int(), verse: z.int() });
const memorization = {
  verses: z.int(),
  memorised: z.int(),
  recitedAt: z.optional(text),
  waitingSince: z.optional(text),
};
const part = z.object({
  surah: z.int(),
  fromVerse: z.int(),
  toVerse: z.int(),
  ...memorization,
});

const chart: z.ZodMiniType<QuranChart> = z.object({
  ...memorization,
  juz: z.array(z.object({ juz: z.int(), ...memorization, parts: z.array(part) })),
  surahs: z.array(part),
});

export const recitationLogData: z.ZodMiniType<RecitationLog> = z.object({
  student: z.object({ _id: text, name: text }),
  course: z.object({ _id: text, title: text, teacherName: text, timeZone: text }),
  lessons: z.array(
    z.object({
      _id: text,
      kind: z.enum(recitationKinds),
      first: z.int(),
      last: z.int(),
      passage: text,
      date: text,
      heardAt: text,
      mistakes: z.int(),
      note: z.optional(text),
    }),
  ),
  next: z.object({ sabaq: verse, sabqi: verse, manzil: verse }),
  chart,
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});

export const studentsWithProgressData: z.ZodMiniType<StudentsWithProgress> = z.object({
  course: z.object({ _id: text, title: text, timeZone: text }),
  students: z.array(
    z.object({
      _id: text,
      name: text,
      profileImageUrl: z.optional(text),
      lessons: z.int(),
      lastDate: z.optional(text),
    }),
  ),
});

export const loggedData = z.object({ _id: text });
