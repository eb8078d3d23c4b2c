/** Courses: the input schemas for teachers, and rules across several fields. */
import * as z from "zod/mini";
import type { FieldError } from "../errors.ts";
import { maxPrice, toCents } from "../payments/money.ts";
import { refundPolicies } from "../payments/refund-policy.ts";
import {
  findOverlap,
  uploadedImageUrl,
  uploadFirstMessage,
  type WeeklyTime,
  weeklyTime,
} from "../people/people.ts";
import { line, requiredLine, requiredProse } from "../text/text-schemas.ts";
import { type Day, isCalendarDate } from "../time/time.ts";
import { countClasses, daysBetween, maxClasses, maxCourseDays } from "./course-dates.ts";
import { courseLevels, courseStatuses, editableCourseLevels } from "./courses.rules.ts";

/** The smallest card payment, in dollars. */
export const minPaidPrice = 0.5;

export const courseMessages = {
  notFound: "Course not found",
  notYours: "You don't have permission to edit this course",
  onlyTeachersCreate: "Only teachers can create courses.",
  onlyTeachersEdit: "Only teachers can edit courses.",
} as const;

const calendarDate = z
  .string("Please enter a date")
  .check(z.refine(isCalendarDate, "Please enter a date"));

const optionalDate = z.nullish(z.union([z.literal(""), calendarDate]));

const dollars = (message: string) =>
  z.number(message).check(
    z.refine((value) => Number.isFinite(value), message),
    z.minimum(0, message),
    z.maximum(maxPrice, "Price must be at most $9,999"),
    z.refine(
      (value) => Math.abs(toCents(value) - value * 100) < 1e-6,
      "Price must have at most two decimal places",
    ),
  );

const price = dollars("Price must be at least 0").check(
  z.refine(
    (value) => value === 0 || value >= minPaidPrice,
    "A price above 0 must be at least $0.50",
  ),
);

const count = (label: string, maximum: number) =>
  z
    .number(`${label} must be at least 1`)
    .check(
      z.int(`${label} must be a whole number`),
      z.minimum(1, `${label} must be at least 1`),
      z.maximum(maximum, `${label} must be at most ${maximum}`),
    );

const textList = z
  .array(requiredLine(80, "Please remove the empty entry"))
  .check(z.maxLength(20, "Please use at most 20 entries."));

const imageUrl = z.union([z.literal(""), uploadedImageUrl], uploadFirstMessage);

const fields = {
  title: requiredLine(120, "Title is required"),
  description: requiredProse(5000, "Description is required"),
  imageUrl: z.nullish(
    z.union([imageUrl, z.array(imageUrl).check(z.maxLength(5))], uploadFirstMessage),
  ),
  price,
  duration: count("Duration", 104),
  topics: z.optional(textList),
  startDate: optionalDate,
  endDate: optionalDate,
  maxStudents: count("Maximum students", 1000),
  status: z.enum(courseStatuses, "Please choose a status"),
  refundPolicy: z.optional(z.enum(refundPolicies, "Please choose a refund policy from the list")),
  schedule: z.optional(z.array(weeklyTime).check(z.maxLength(30, "Please use at most 30 rows"))),
  hasDiscount: z.optional(z.boolean()),
  discountPrice: z.nullish(dollars("Discounted price must be at least 0")),
  category: z.nullish(line(80)),
  objectives: z.optional(textList),
  requirements: z.optional(textList),
  language: z.nullish(line(60)),
};

/** The fields that the cross-field rules read. A partial update may omit any of them. */
interface CourseFacts {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  price?: number | undefined;
  hasDiscount?: boolean | undefined;
  discountPrice?: number | null | undefined;
  schedule?: readonly WeeklyTime[] | undefined;
}

const datesInOrder = ({ startDate, endDate }: CourseFacts): boolean =>
  !startDate || !endDate || endDate >= startDate;

const shortEnough = ({ startDate, endDate }: CourseFacts): boolean =>
  !startDate || !endDate || daysBetween(startDate, endDate) <= maxCourseDays;

/** A course with a discount needs a discounted price that doesn't exceed the price. */
const discountFits = ({ price, hasDiscount, discountPrice }: CourseFacts): boolean =>
  !hasDiscount ||
  price === undefined ||
  (typeof discountPrice === "number" &&
    discountPrice <= price &&
    (discountPrice === 0 || discountPrice >= minPaidPrice));

const classesApart = ({ schedule = [] }: CourseFacts): boolean =>
  findOverlap(schedule) === undefined;

const fewEnough = ({ schedule = [], startDate, endDate }: CourseFacts): boolean =>
  !startDate || !endDate || countClasses(schedule, startDate, endDate) <= maxClasses;

const acrossFields = [
  {
    holds: datesInOrder,
    field: "endDate",
    message: "End date must not be before the start date",
  },
  {
    holds: shortEnough,
    field: "endDate",
    message: "A course can last at most two years",
  },
  {
    holds: discountFits,
    field: "discountPrice",
    message: "Discounted price must be between 0 and the price",
  },
  {
    holds: classesApart,
    field: "schedule",
    message: "Two classes in the schedule overlap",
  },
  {
    holds: fewEnough,
    field: "schedule",
    message:
      "A course can have at most 1,000 classes. Please use fewer weekly times or an earlier end date.",
  },
] as const;

const acrossFieldChecks = acrossFields.map(({ holds, field, message }) =>
  z.refine<CourseFacts>(holds, { message, path: [field] }),
);

/** Returns the cross-field rules that a complete course breaks. */
export function findCourseProblems(course: CourseFacts): FieldError[] {
  return acrossFields
    .filter(({ holds }) => !holds(course))
    .map(({ field, message }) => ({ field, message }));
}

/** Returns the missing fields that are required for publishing and optional for drafts. */
export function missingForPublishing(course: {
  startDate: string | null;
  endDate: string | null;
  schedule: readonly unknown[];
}): FieldError[] {
  const missing: FieldError[] = [];
  if (!course.startDate) missing.push({ field: "startDate", message: "Start date is required" });
  if (!course.endDate) missing.push({ field: "endDate", message: "End date is required" });
  if (course.schedule.length === 0) {
    missing.push({ field: "schedule", message: "At least one class is required" });
  }
  return missing;
}

/** Returns the error if a course has weekly times, but no class between its first and last day. */
export function findEmptySchedule({
  startDate,
  endDate,
  schedule,
}: {
  startDate: string | null;
  endDate: string | null;
  schedule: readonly { day: Day }[];
}): FieldError[] {
  if (!startDate || !endDate || schedule.length === 0) return [];
  if (countClasses(schedule, startDate, endDate) > 0) return [];
  const message = "None of these days falls between the start date and the end date";
  return [{ field: "schedule", message }];
}

export const createCourseInput = z
  .object({ ...fields, level: z.enum(courseLevels, "Please choose a level") })
  .check(...acrossFieldChecks);
export type CreateCourseInput = z.output<typeof createCourseInput>;

/** All or some fields of a course. The cross-field rules are checked again on the merged course. */
export const updateCourseInput = z
  .partial(z.object({ ...fields, level: z.enum(editableCourseLevels, "Please choose a level") }))
  .check(...acrossFieldChecks);
export type UpdateCourseInput = z.output<typeof updateCourseInput>;

/** The names of all fields that a teacher enters for a course. */
export type CourseField = keyof UpdateCourseInput;
