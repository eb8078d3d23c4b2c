/** Courses as the API returns them. */
import type { CourseView, TeacherRef } from "#lib/courses/courses.responses.ts";
import { toDollars } from "#lib/payments/money.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import { dayOfNumber } from "#lib/time/time.ts";
import type { Context } from "../context.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { readMinimumPrice } from "../settings/minimum-price.ts";
import type { CourseRow } from "./course-columns.ts";
import { toLateJoining } from "./late-joining.ts";

/** The unrounded mean rating, or 0 without ratings. */
export function meanRating(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

/** Requires every field, so that a field that is added to the response but not read is a type error. */
type WholeCourse = { [Name in keyof Required<CourseView>]: CourseView[Name] };

/**
 * A course as its viewers see it. Its teacher sees additional fields. Fields without a value are
 * omitted.
 */
export function toCourse(
  context: Pick<Context, "config" | "settings">,
  { course, teacher, ...row }: CourseRow,
  viewerId: string | null,
): CourseView {
  const view: WholeCourse = {
    _id: course.id,
    title: course.title,
    description: course.description,
    // Empty for courses stored before this column existed.
    excerpt: course.excerpt || excerpt(course.description),
    level: course.level,
    category: course.category ?? undefined,
    language: course.language ?? undefined,
    languageCode: course.languageCode ?? undefined,
    audience: course.audience,
    imageUrl: course.imageUrls,
    topics: course.topics,
    objectives: course.objectives,
    requirements: course.requirements,
    price: toDollars(course.priceCents),
    hasDiscount: course.hasDiscount,
    discountPrice:
      course.discountPriceCents === null ? undefined : toDollars(course.discountPriceCents),
    proRata: course.proRata,
    lateJoining: toLateJoining(course, row.counts, readMinimumPrice(context, course.teacherId)),
    duration: course.duration,
    startDate: course.startDate ?? undefined,
    endDate: course.endDate ?? undefined,
    schedule: row.classes.map(({ day, ...times }) => ({ day: dayOfNumber(day), ...times })),
    timeZone: teacher.timeZone,
    maxStudents: course.maxStudents,
    status: course.status,
    refundPolicy: course.refundPolicy,
    hidden: viewerId === course.teacherId ? hiddenOf(course) : undefined,
    verified: teacher.verified,
    rating: meanRating(course.ratingSum, course.ratingCount),
    ratingCount: course.ratingCount,
    enrolledStudentIds: row.students,
    enrolledCount: row.enrolledCount,
    seatsLeft: row.seatsLeft,
    isFull: row.seatsLeft === 0,
    nextClassAt: course.nextClassAt?.toISOString(),
    teacherId: toRef(teacher),
    createdAt: course.createdAt.toISOString(),
    updatedAt: course.updatedAt?.toISOString(),
  };
  return view;
}

/** The courses of a list. Courses that can't be converted are omitted. */
export function toCourses(
  context: Pick<Context, "config" | "log" | "settings">,
  rows: readonly CourseRow[],
  viewerId: string | null,
): CourseView[] {
  return mapValidRows(rows, (row) => toCourse(context, row, viewerId), {
    log: context.log,
    what: "course",
    idOf: ({ course }) => course.id,
  });
}

function hiddenOf({ hiddenAt, hiddenReason }: CourseRow["course"]): CourseView["hidden"] {
  if (hiddenAt === null) return undefined;
  return { since: hiddenAt.toISOString(), reason: hiddenReason ?? "" };
}

function toRef(teacher: CourseRow["teacher"]): TeacherRef {
  const { id, name, profileImageUrl, gender, ratingSum, ratingCount, offersTrials } = teacher;
  return {
    _id: id,
    name,
    ...(profileImageUrl ? { profileImageUrl } : {}),
    ...(gender === "female" || gender === "male" ? { gender } : {}),
    rating: meanRating(ratingSum, ratingCount),
    ratingCount,
    offersTrials,
  };
}
