/** The shapes of courses for /api/openapi.json. */
import * as z from "zod/mini";
import { courseStatuses, editableCourseLevels } from "#lib/courses/courses.ts";
import { refundPolicies } from "#lib/payments/refund-policy.ts";
import { days } from "#lib/time/time.ts";
import type { CourseList } from "./catalog.ts";
import type { CourseView, PersonRef } from "./course.view.ts";

const text = z.string();
const texts = z.array(text);

export const weeklyTimeData = z.object({ day: z.enum(days), startTime: text, endTime: text });

export const pageFiguresData = { total: z.int(), page: z.int(), pages: z.int() };

const personData: z.ZodMiniType<PersonRef> = z.object({
  _id: text,
  name: text,
  profileImageUrl: z.exactOptional(text),
});

export const courseData: z.ZodMiniType<CourseView> = z.object({
  _id: text,
  title: text,
  description: text,
  excerpt: text,
  level: z.enum(editableCourseLevels),
  category: z.optional(text),
  language: z.optional(text),
  imageUrl: texts,
  topics: texts,
  objectives: texts,
  requirements: texts,
  price: z.number(),
  hasDiscount: z.boolean(),
  discountPrice: z.optional(z.number()),
  duration: z.int(),
  startDate: z.optional(text),
  endDate: z.optional(text),
  schedule: z.array(weeklyTimeData),
  timeZone: text,
  maxStudents: z.int(),
  status: z.enum(courseStatuses),
  refundPolicy: z.enum(refundPolicies),
  hidden: z.optional(z.object({ since: text, reason: text })),
  verified: z.boolean(),
  rating: z.number(),
  ratingCount: z.int(),
  enrolledStudentIds: z.array(personData),
  enrolledCount: z.int(),
  isFull: z.boolean(),
  teacherId: personData,
  createdAt: text,
  updatedAt: z.optional(text),
});

export const coursesData = z.array(courseData);

export const courseListData: z.ZodMiniType<CourseList> = z.object({
  courses: coursesData,
  ...pageFiguresData,
});

export const deletionData = z.object({ archived: z.boolean() });

export const cancellationData = z.object({ refunds: z.int() });
