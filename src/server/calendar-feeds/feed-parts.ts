/** In which courses somebody takes part or did lately, and what that makes of their appointments. */
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
  /** Whether the person is in the course now. */
  isIn: boolean;
  /** When the person left it last. */
  leftAt: Date | null;
  /** How often. */
  endings: number;
}

const day = 24 * 60 * 60 * 1000;
export const daysAgo = (days: number): Date => new Date(Date.now() - days * day);

export type Parts = ReturnType<typeof selectParts>;

/** The reader's courses, one row each: taught by a teacher, taken or left by a student. */
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
        // A student who was refunded before having the seat was never in the course.
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

/** What ends at this time is the reader's, or was until lately. */
export function isStillShown(part: Parts, endsAt: SQL): SQL | undefined {
  return or(
    part.isIn,
    and(gt(part.leftAt, daysAgo(canceledDays)), sql`${endsAt} > ${part.leftAt}`),
  );
}

/**
 * The appointment as the reader has it: canceled once the course was left, and taking place again
 * after coming back. Each of these counts as a change of its own, in the sequence too.
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
