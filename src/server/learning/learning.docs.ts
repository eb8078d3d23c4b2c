/** The shapes of progress and certificates for /api/openapi.json. */
import * as z from "zod/mini";
import type { CourseProgress } from "#lib/learning/learning.ts";
import { classViewData } from "../classes/classes.docs.ts";

const text = z.string();

export const progressData: z.ZodMiniType<CourseProgress> = z.object({
  course: z.object({ _id: text, title: text, teacherName: text, timeZone: text }),
  summary: z.object({
    total: z.int(),
    attended: z.int(),
    missed: z.int(),
    toCome: z.int(),
    beforeEnrollment: z.int(),
    minutes: z.int(),
  }),
  classes: z.array(classViewData),
  quizzes: z.array(
    z.object({
      _id: text,
      title: text,
      questionCount: z.int(),
      passMark: z.int(),
      attempts: z.int(),
      best: z.optional(z.int()),
      passed: z.boolean(),
      lastAttemptId: z.optional(text),
    }),
  ),
  certificate: z.optional(z.object({ code: text, issuedAt: text })),
  earned: z.boolean(),
});

export const issuedData = z.object({ code: text });
