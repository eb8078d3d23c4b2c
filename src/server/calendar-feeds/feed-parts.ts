/**
 * The courses that a person belongs to or left recently, and how that affects their calendar
 * events.
 */
import { and, count, eq, gt, isNotNull, max, or, type SQL, sql } from "drizzle-orm";
import { canceledDays } from "#lib/calendar-feeds/calendar-feeds.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import { isEnrolled, isOrWasEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";

export interface Reader {
  id: string;
  role: Role;
}

export interface Part {
  /** Whether the person is a member of the course now. */
  isIn: boolean;
  /** When the person last left the course. */
  leftAt: Date | null;
  /** How often the person has left the course. */
  endings: number;
}

const day = 24 * 60 * 60 * 1000;
export const daysAgo = (days: number): Date => new Date(Date.now() - days * day);

export type Parts = ReturnType<typeof selectParts>;

/**
 * The reader's courses, one row each: those a teacher teaches, or those a student takes or has
 * left.
 */
export function selectParts(db: Db, reader: Reader) {
  return reader.role === "teacher" ? selectTaught(db, reader.id) : selectTaken(db, reader.id);
}

function selectTaken(db: Db, studentId: string) {
  return db
    .select({
      courseId: sql<string>`${enrollments.courseId}`.as("part_course_id"),
      isIn: sql<boolean>`bool_or(${isEnrolled})`.as("is_in"),
      leftAt: sql<Date | null>`${max(enrollments.endedAt)}`
        .mapWith(enrollments.endedAt)
        .as("left_at"),
      endings: sql<number>`${count()} filter (where not ${isEnrolled})`
        .mapWith(Number)
        .as("endings"),
    })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.studentId, studentId),
        // A student who was refunded before getting the seat was never in the course.
        isNotNull(enrollments.enrolledAt),
        isOrWasEnrolled("refunded", "left"),
      ),
    )
    .groupBy(enrollments.courseId)
    .as("part");
}

function selectTaught(db: Db, teacherId: string): ReturnType<typeof selectTaken> {
  return db
    .select({
      courseId: sql<string>`${courses.id}`.as("part_course_id"),
      isIn: sql<boolean>`true`.as("is_in"),
      leftAt: sql<Date | null>`null::timestamptz`.mapWith(enrollments.endedAt).as("left_at"),
      endings: sql<number>`0`.mapWith(Number).as("endings"),
    })
    .from(courses)
    .where(isTeacherOf(teacherId))
    .as("part");
}

/**
 * Whether an event with this end is still shown: the reader is in the course, or left it recently
 * and before that end.
 */
export function isStillShown(part: Parts, endsAt: SQL): SQL | undefined {
  return or(
    part.isIn,
    and(gt(part.leftAt, daysAgo(canceledDays)), sql`${endsAt} > ${part.leftAt}`),
  );
}

/**
 * The event from the reader's point of view: canceled if the reader left the course, and active
 * again after they return. Leaving and returning each increase the sequence number.
 */
export function asPartOf(event: CalendarEvent, { isIn, leftAt, endings }: Part): CalendarEvent {
  if (endings === 0) return event;
  return {
    ...event,
    cancelled: event.cancelled || !isIn,
    sequence: event.sequence + 2 * endings - (isIn ? 0 : 1),
    changedAt: latest(event.changedAt, leftAt),
  };
}

export function latest(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}
