/** Courses: the input schemas for teachers, and rules across several fields. */
import * as z from "zod/mini";
import { getTexts as getFormTexts } from "#translations/course-form.ts";
import { getTexts } from "#translations/courses.ts";
import type { FieldError } from "../errors.ts";
import { uploadMessages } from "../media/media.ts";
import {
  formatExactPrice,
  formatPrice,
  maxPrice,
  minPaidPrice,
  toCents,
} from "../payments/money.ts";
import { refundPolicies } from "../payments/refund-policy.ts";
import { findOverlap, uploadedImageUrl, type WeeklyTime, weeklyTime } from "../people/people.ts";
import { line, requiredLine, requiredProse } from "../text/text-schemas.ts";
import type { Day } from "../time/time.ts";
import { calendarDate } from "../time/time-schemas.ts";
import { countClasses, daysBetween, maxClasses, maxCourseDays } from "./course-dates.ts";
import {
  courseAudiences,
  courseLevels,
  courseStatuses,
  editableCourseLevels,
  maxCourses,
} from "./courses.rules.ts";

const t = getFormTexts("courseForm");
const messages = getTexts("courses");

export const courseMessages = {
  get notFound() {
    return messages("server.notFound");
  },
  get notYours() {
    return messages("server.notYours");
  },
  get onlyTeachersCreate() {
    return messages("server.onlyTeachersCreate");
  },
  get onlyTeachersEdit() {
    return messages("server.onlyTeachersEdit");
  },
  get full() {
    return messages("server.tooMany", { maximum: maxCourses });
  },
};

const optionalDate = z.nullish(z.union([z.literal(""), calendarDate]));

const dollars = (error: () => string) =>
  z.number({ error }).check(
    z.refine((value) => Number.isFinite(value), { error }),
    z.minimum(0, { error }),
    z.maximum(maxPrice, {
      error: () => t("error.priceTooLarge", { amount: formatPrice(maxPrice) }),
    }),
    z.refine((value) => Math.abs(toCents(value) - value * 100) < 1e-6, {
      error: () => t("error.priceFormat"),
    }),
  );

const price = dollars(() => t("error.priceNegative")).check(
  z.refine((value) => value === 0 || value >= minPaidPrice, {
    error: () => t("error.priceTooSmall", { amount: formatExactPrice(minPaidPrice) }),
  }),
);

interface CountErrors {
  tooSmall: () => string;
  format: () => string;
  tooLarge: () => string;
}

const count = (maximum: number, errors: CountErrors) =>
  z
    .number({ error: errors.tooSmall })
    .check(
      z.int({ error: errors.format }),
      z.minimum(1, { error: errors.tooSmall }),
      z.maximum(maximum, { error: errors.tooLarge }),
    );

const maxEntries = 20;
const maxScheduleRows = 30;
const maxWeeks = 104;
const maxSeats = 1000;

const textList = z
  .array(requiredLine(80, () => t("error.emptyEntry")))
  .check(
    z.maxLength(maxEntries, { error: () => t("error.tooManyEntries", { maximum: maxEntries }) }),
  );

const uploadFirst = { error: () => uploadMessages.uploadFirst };

const imageUrl = z.union([z.literal(""), uploadedImageUrl], uploadFirst);

const fields = {
  title: requiredLine(120, () => t("error.title")),
  description: requiredProse(5000, () => t("error.description")),
  imageUrl: z.nullish(z.union([imageUrl, z.array(imageUrl).check(z.maxLength(5))], uploadFirst)),
  price,
  duration: count(maxWeeks, {
    tooSmall: () => t("error.durationTooSmall"),
    format: () => t("error.durationFormat"),
    tooLarge: () => t("error.durationTooLarge", { maximum: maxWeeks }),
  }),
  topics: z.optional(textList),
  startDate: optionalDate,
  endDate: optionalDate,
  maxStudents: count(maxSeats, {
    tooSmall: () => t("error.studentsTooFew"),
    format: () => t("error.studentsFormat"),
    tooLarge: () => t("error.studentsTooMany", { maximum: maxSeats }),
  }),
  status: z.enum(courseStatuses, { error: () => t("error.status") }),
  refundPolicy: z.optional(z.enum(refundPolicies, { error: () => t("error.refundPolicy") })),
  schedule: z.optional(
    z.array(weeklyTime).check(
      z.maxLength(maxScheduleRows, {
        error: () => t("error.tooManyRows", { maximum: maxScheduleRows }),
      }),
    ),
  ),
  hasDiscount: z.optional(z.boolean()),
  discountPrice: z.nullish(dollars(() => t("error.discountNegative"))),
  proRata: z.optional(z.boolean()),
  category: z.nullish(line(80)),
  objectives: z.optional(textList),
  requirements: z.optional(textList),
  language: z.nullish(line(60)),
  audience: z.optional(
    z
      .array(z.enum(courseAudiences, { error: () => t("error.audience") }))
      .check(z.maxLength(courseAudiences.length, { error: () => t("error.audience") })),
  ),
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
    problem: () => t("error.datesOrder"),
  },
  {
    holds: shortEnough,
    field: "endDate",
    problem: () => t("error.tooLong"),
  },
  {
    holds: discountFits,
    field: "discountPrice",
    problem: () => t("error.discountRange"),
  },
  {
    holds: classesApart,
    field: "schedule",
    problem: () => t("error.overlap"),
  },
  {
    holds: fewEnough,
    field: "schedule",
    problem: () => t("error.tooManyClasses", { maximum: maxClasses }),
  },
] as const;

const acrossFieldChecks = acrossFields.map(({ holds, field, problem }) =>
  z.refine<CourseFacts>(holds, { error: problem, path: [field] }),
);

/** Returns the cross-field rules that a complete course breaks. */
export function findCourseProblems(course: CourseFacts): FieldError[] {
  return acrossFields
    .filter(({ holds }) => !holds(course))
    .map(({ field, problem }) => ({ field, message: problem() }));
}

/** Returns the missing fields that are required for publishing and optional for drafts. */
export function missingForPublishing(course: {
  startDate: string | null;
  endDate: string | null;
  schedule: readonly unknown[];
}): FieldError[] {
  const missing: FieldError[] = [];
  if (!course.startDate) missing.push({ field: "startDate", message: t("error.startDate") });
  if (!course.endDate) missing.push({ field: "endDate", message: t("error.endDate") });
  if (course.schedule.length === 0) {
    missing.push({ field: "schedule", message: t("error.schedule") });
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
  return [{ field: "schedule", message: t("error.emptySchedule") }];
}

export const createCourseInput = z
  .object({ ...fields, level: z.enum(courseLevels, { error: () => t("error.level") }) })
  .check(...acrossFieldChecks);
export type CreateCourseInput = z.output<typeof createCourseInput>;

/** All or some fields of a course. The cross-field rules are checked again on the merged course. */
export const updateCourseInput = z
  .partial(
    z.object({ ...fields, level: z.enum(editableCourseLevels, { error: () => t("error.level") }) }),
  )
  .check(...acrossFieldChecks);
export type UpdateCourseInput = z.output<typeof updateCourseInput>;

/** The names of all fields that a teacher enters for a course. */
export type CourseField = keyof UpdateCourseInput;
