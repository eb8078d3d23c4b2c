/** Values of the course forms and their conversion for the API. */
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import {
  type CourseAudience,
  courseAudiences,
  courseStatuses,
  editableCourseLevels,
} from "#lib/courses/courses.rules.ts";
import type { CourseField } from "#lib/courses/courses.ts";
import { defaultRefundPolicy, refundPolicies } from "#lib/payments/refund-policy.ts";
import { nameInEnglish } from "#lib/text/display-names.ts";
import { splitList } from "#lib/text/lists.ts";
import { type Day, days } from "#lib/time/time.ts";
import { getTexts } from "#translations/course-form.ts";

const t = getTexts("courseForm");

export interface ScheduleRow {
  day: Day;
  startTime: string;
  endTime: string;
}

export const newScheduleRow: ScheduleRow = { day: "Monday", startTime: "09:00", endTime: "10:00" };

/** Fields of both forms, as text. */
export interface CourseValues {
  title: string;
  description: string;
  price: string;
  duration: string;
  level: string;
  startDate: string;
  endDate: string;
  maxStudents: string;
  status: string;
  refundPolicy: string;
  proRata: boolean;
  audience: CourseAudience[];
  category: string;
  language: string;
  schedule: ScheduleRow[];
}

export interface CreateValues extends CourseValues {
  topics: { text: string }[];
}

export interface EditValues extends CourseValues {
  hasDiscount: boolean;
  discountPrice: string;
  topics: string;
  objectives: string;
  requirements: string;
}

/**
 * An empty form. A course is for adults unless its teacher says otherwise, so that no course is offered
 * to children by accident.
 */
export const emptyCourse: CreateValues = {
  title: "",
  description: "",
  price: "0",
  duration: "0",
  level: "Beginner",
  topics: [{ text: "" }],
  startDate: "",
  endDate: "",
  maxStudents: "1",
  status: "draft",
  refundPolicy: defaultRefundPolicy,
  proRata: false,
  audience: ["adults"],
  category: "",
  language: "",
  schedule: [newScheduleRow],
};

/** An empty or unparsable number counts as 0. */
export function toNumber(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

const toShared = (values: CourseValues) => ({
  title: values.title,
  description: values.description,
  price: toNumber(values.price),
  duration: toNumber(values.duration),
  level: values.level,
  startDate: values.startDate,
  endDate: values.endDate,
  maxStudents: toNumber(values.maxStudents),
  status: values.status,
  refundPolicy: values.refundPolicy,
  proRata: values.proRata,
  audience: values.audience,
  category: values.category,
  language: values.language,
  schedule: values.schedule,
});

export const toCreateInput = (values: CreateValues) => ({
  ...toShared(values),
  topics: values.topics.map(({ text }) => text.trim()).filter((text) => text !== ""),
});

const textLists = ["topics", "objectives", "requirements"] as const;

/**
 * The changes to a course. An unchanged list is not sent, because its entries may contain commas.
 */
export const toUpdateInput = (values: EditValues, course?: ApiCourse) => {
  const input = toWholeInput(values);
  for (const name of textLists) {
    const before = course?.[name] ?? [];
    if (values[name] === joinList(before)) input[name] = [...before];
  }
  return input;
};

/** All fields of the edit form. The form adds the image after it was uploaded. */
const toWholeInput = (values: EditValues) =>
  ({
    ...toShared(values),
    hasDiscount: values.hasDiscount,
    discountPrice: values.hasDiscount ? toNumber(values.discountPrice) : null,
    topics: splitList(values.topics),
    objectives: splitList(values.objectives),
    requirements: splitList(values.requirements),
  }) satisfies Record<Exclude<CourseField, "imageUrl">, unknown>;

const joinList = (list: readonly string[]): string => list.join(", ");

/** The error at the price field until the payment account can accept payments. */
export const describeFreeOnly = (): string => t("error.freeOnly");

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((entry) => entry === value);

/** The field values of an existing course. Unknown statuses and levels are ignored. */
export function toEditValues(course: ApiCourse): EditValues {
  return {
    title: course.title ?? "",
    description: course.description ?? "",
    price: String(course.price ?? 0),
    duration: String(course.duration ?? 1),
    level: isOneOf(editableCourseLevels, course.level) ? course.level : "Beginner",
    startDate: course.startDate?.slice(0, 10) ?? "",
    endDate: course.endDate?.slice(0, 10) ?? "",
    maxStudents: String(course.maxStudents ?? 10),
    status: isOneOf(courseStatuses, course.status) ? course.status : "draft",
    refundPolicy: isOneOf(refundPolicies, course.refundPolicy)
      ? course.refundPolicy
      : defaultRefundPolicy,
    proRata: course.proRata ?? false,
    schedule: (course.schedule ?? []).flatMap(({ day, startTime, endTime }) =>
      isOneOf(days, day)
        ? [{ day, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) }]
        : [],
    ),
    hasDiscount: course.hasDiscount ?? false,
    discountPrice: String(course.discountPrice ?? ""),
    audience: courseAudiences.filter((each) => course.audience?.includes(each)),
    category: course.category ?? "",
    language: course.languageCode ? nameInEnglish(course.languageCode) : (course.language ?? ""),
    topics: joinList(course.topics ?? []),
    objectives: joinList(course.objectives ?? []),
    requirements: joinList(course.requirements ?? []),
  };
}
