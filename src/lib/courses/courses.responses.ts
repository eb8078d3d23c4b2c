/** Responses about courses. */
import * as z from "zod/mini";
import { pageFigures } from "../paging/paging.responses.ts";
import { refundPolicies } from "../payments/refund-policy.ts";
import { days } from "../time/time.ts";
import { courseAudiences, courseStatuses, editableCourseLevels } from "./courses.rules.ts";
import type { CourseField } from "./courses.ts";

/** A person to whom a course refers. */
const person = z.object({
  _id: z.string(),
  name: z.string(),
  profileImageUrl: z.exactOptional(z.string()),
});
export type PersonRef = z.output<typeof person>;

/** A course's teacher, with the facts that students compare. */
const teacher = z.extend(person, {
  gender: z.exactOptional(z.enum(["female", "male"])),
  /** The unrounded mean of all ratings, or 0 without ratings. */
  rating: z.number(),
  ratingCount: z.int(),
  offersTrials: z.boolean(),
});
export type TeacherRef = z.output<typeof teacher>;

export const weeklyTimeSchema = z.object({
  day: z.enum(days),
  startTime: z.string(),
  endTime: z.string(),
});

/** A course, as visible to the caller. Fields without a value are absent. */
const courseShape = {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  /** The beginning of the description as plain text. */
  excerpt: z.string(),
  level: z.enum(editableCourseLevels),
  category: z.optional(z.string()),
  language: z.optional(z.string()),
  /** The BCP 47 code of the language, if it is known. */
  languageCode: z.optional(z.string()),
  /** The people for whom the course is meant. Empty if the teacher hasn't chosen any. */
  audience: z.array(z.enum(courseAudiences)),
  imageUrl: z.array(z.string()),
  topics: z.array(z.string()),
  objectives: z.array(z.string()),
  requirements: z.array(z.string()),
  /** In dollars. */
  price: z.number(),
  hasDiscount: z.boolean(),
  discountPrice: z.optional(z.number()),
  /** Whether students who enroll after the first class pay only for the classes that are left. */
  proRata: z.boolean(),
  /** What students who enroll now pay, if that is less because some classes are past. */
  lateJoining: z.optional(
    z.object({
      /** In dollars. */
      price: z.number(),
      /** The number of classes that haven't ended, and of all classes. */
      classesLeft: z.int(),
      classes: z.int(),
    }),
  ),
  /** In weeks. */
  duration: z.int(),
  /** YYYY-MM-DD in the teacher's time zone. Drafts may have no dates. */
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  schedule: z.array(weeklyTimeSchema),
  /** The time zone of dates and classes (IANA), which is the teacher's. */
  timeZone: z.string(),
  maxStudents: z.int(),
  status: z.enum(courseStatuses),
  /** The refund policy for students who leave. */
  refundPolicy: z.enum(refundPolicies),
  /** For the teacher only: since when and why staff have hidden the course from everyone else. */
  hidden: z.optional(z.object({ since: z.string(), reason: z.string() })),
  /** Whether staff have verified the teacher. */
  verified: z.boolean(),
  rating: z.number(),
  ratingCount: z.int(),
  /**
   * Enrolled students whom the caller may see: all of them for a single course, the first five in
   * lists. Minors are visible only to themselves and the course's teacher.
   */
  enrolledStudentIds: z.array(person),
  /** The total number of enrolled students. */
  enrolledCount: z.int(),
  /** Whether every seat is taken, held by an open checkout, or held for the waiting list. */
  isFull: z.boolean(),
  /** The seats that can still be taken. */
  seatsLeft: z.int(),
  /** When the next class starts. It can be a few minutes in the past. */
  nextClassAt: z.optional(z.string()),
  teacherId: teacher,
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
} satisfies Record<CourseField, z.ZodMiniType> & Record<string, z.ZodMiniType>;
export const courseSchema = z.object(courseShape);
export type CourseView = z.output<typeof courseSchema>;

export const coursesSchema = z.array(courseSchema);

export const courseListSchema = z.object({ courses: coursesSchema, ...pageFigures });
export type CourseList = z.output<typeof courseListSchema>;

export const courseDeletionSchema = z.object({
  /** Whether the course was archived instead of deleted, because it has had students. */
  archived: z.boolean(),
});

export const courseCancellationSchema = z.object({
  /** The number of refunds that were requested. */
  refunds: z.int(),
});
