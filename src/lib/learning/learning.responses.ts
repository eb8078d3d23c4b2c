/** Responses about a student's progress in a course. */
import * as z from "zod/mini";
import { classSchema } from "../classes/classes.responses.ts";
import { quizProgressSchema } from "../quizzes/quizzes.responses.ts";

export const classSummarySchema = z.object({
  /** The number of classes that count: not canceled, and not before the student enrolled. */
  total: z.int(),
  attended: z.int(),
  missed: z.int(),
  /** The number of upcoming classes that are not canceled. */
  toCome: z.int(),
  /** The number of classes that ended before the student enrolled and therefore don't count. */
  beforeEnrollment: z.int(),
  /** The total duration of the attended classes. */
  minutes: z.int(),
});
export type ClassSummary = z.output<typeof classSummarySchema>;

export const courseProgressSchema = z.object({
  course: z.object({
    _id: z.string(),
    title: z.string(),
    teacherName: z.string(),
    /** The teacher's time zone (IANA). */
    timeZone: z.string(),
  }),
  summary: classSummarySchema,
  classes: z.array(classSchema),
  quizzes: z.array(quizProgressSchema),
  /** The issued certificate, even if its conditions are no longer met. */
  certificate: z.optional(z.object({ code: z.string(), issuedAt: z.string() })),
  /** Whether a certificate can be issued now. */
  earned: z.boolean(),
});
export type CourseProgress = z.output<typeof courseProgressSchema>;

export const issuedCertificateSchema = z.object({ code: z.string() });
