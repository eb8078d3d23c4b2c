/** Responses about the guardians of children. */
import * as z from "zod/mini";
import { classSummarySchema } from "../learning/learning.responses.ts";
import { threadKinds } from "../messages/messages.ts";
import { quizProgressSchema } from "../quizzes/quizzes.responses.ts";
import { recitationSchema } from "../recitations/recitations.responses.ts";
import { timelineEntrySchema } from "../timeline/timeline.responses.ts";

/** The status of the guardian's confirmation, as visible to the student. */
export const guardianStatusSchema = z.object({
  /** none: the student isn't a child or has no guardian's email address. */
  state: z.enum(["none", "waiting", "confirmed", "declined"]),
  address: z.nullable(z.string()),
  /** When the latest confirmation request was sent to the address. */
  requestedAt: z.nullable(z.string()),
});
export type GuardianStatus = z.output<typeof guardianStatusSchema>;
export type GuardianState = GuardianStatus["state"];

/** The conversations of a child that a guardian can read with the link from an email. */
export const guardianViewSchema = z.object({
  child: z.object({ _id: z.string(), name: z.string() }),
  conversations: z.array(
    z.object({
      threadId: z.string(),
      kind: z.enum(threadKinds),
      /** The course's title or the other person's name. */
      name: z.string(),
      /** ISO 8601 instant in UTC. */
      lastMessageAt: z.string(),
    }),
  ),
});
export type GuardianView = z.output<typeof guardianViewSchema>;

const person = z.object({ _id: z.string(), name: z.string() });

const guardianCourse = z.object({
  _id: z.string(),
  title: z.string(),
  teacherName: z.string(),
  summary: classSummarySchema,
  /** The latest classes that count for the child, the newest first. */
  pastClasses: z.array(
    z.object({
      _id: z.string(),
      number: z.int(),
      startsAt: z.string(),
      isCancelled: z.boolean(),
      attended: z.boolean(),
    }),
  ),
  quizzes: z.array(z.omit(quizProgressSchema, { lastAttemptId: true })),
  /** Absent if no lesson was logged. */
  lessons: z.exactOptional(
    z.object({
      total: z.int(),
      /** The number of memorized verses. */
      memorized: z.int(),
      /** The latest lessons, the newest first. */
      latest: z.array(recitationSchema),
      /** The page with all lessons and the chart. */
      url: z.string(),
    }),
  ),
});
export type GuardianCourse = z.output<typeof guardianCourse>;

/** What a guardian sees of a child. */
export const guardianChildSchema = z.object({
  /** All children whose pages the link opens. */
  children: z.array(person),
  child: person,
  /** The child's time zone (IANA). */
  timeZone: z.string(),
  upcoming: z.array(timelineEntrySchema),
  courses: z.array(guardianCourse),
  /** The teachers to whom the guardian can write. */
  teachers: z.array(person),
  /** The teachers whom the guardian can report. */
  reportableTeachers: z.array(person),
});
export type GuardianChild = z.output<typeof guardianChildSchema>;
