/** The seat that lessons belong to: one student in one course. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import type { GuardianState } from "#lib/guardians/guardians.responses.ts";
import { isChild } from "#lib/people/people.options.ts";
import { recitationMessages } from "#lib/recitations/recitations.ts";
import { type Actor, requireProfile } from "../actor.ts";
import { isEnrolled } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import {
  type Guardian,
  guardianColumns,
  guardianState,
  readGuardian,
} from "../guardians/guardian.ts";

export interface SeatKey {
  courseId: string;
  studentId: string;
}

export interface Seat extends SeatKey {
  courseTitle: string;
  teacherId: string;
  teacherName: string;
  studentName: string;
  /** The teacher's IANA time zone, in which the dates of lessons are entered. */
  timeZone: string;
  /** The student's IANA time zone. */
  studentZone: string;
  /** The guardian of a child, if the guardian has confirmed. */
  guardian: Guardian | undefined;
  guardianState: GuardianState;
  isChild: boolean;
}

/**
 * A student's seat in a course, for that student and the course's teacher.
 * @throws AppError `forbidden` for everyone else, and if the seat doesn't exist.
 */
export async function requireSeat(db: Db, actor: Actor, key: SeatKey): Promise<Seat> {
  const own = requireProfile(actor).profile.id;
  const seat = await findSeat(db, key);
  if (!seat || (own !== seat.studentId && own !== seat.teacherId)) {
    throw new AppError("forbidden", recitationMessages.notYours);
  }
  return seat;
}

/** The seat; undefined if the student isn't enrolled anymore. */
export async function findSeat(db: Db, key: SeatKey): Promise<Seat | undefined> {
  const seat = await findLatestSeat(db, key);
  return seat?.isEnrolled ? seat : undefined;
}

/** The student's current or latest seat; undefined if the student was never enrolled. */
export async function findLatestSeat(
  db: Db,
  { courseId, studentId }: SeatKey,
): Promise<(Seat & { isEnrolled: boolean }) | undefined> {
  const teachers = alias(profiles, "teachers");
  const [seat] = await db
    .select({
      courseId: enrollments.courseId,
      studentId: enrollments.studentId,
      courseTitle: courses.title,
      teacherId: courses.teacherId,
      teacherName: teachers.name,
      studentName: profiles.name,
      timeZone: teachers.timeZone,
      studentZone: profiles.timeZone,
      guardianFields: guardianColumns,
      isEnrolled: sql<boolean>`${isEnrolled}`,
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(teachers, eq(teachers.id, courses.teacherId))
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .where(
      and(
        eq(enrollments.courseId, courseId),
        eq(enrollments.studentId, studentId),
        isNotNull(enrollments.enrolledAt),
      ),
    )
    .orderBy(desc(isEnrolled), desc(enrollments.enrolledAt))
    .limit(1);
  if (!seat) return undefined;
  const { guardianFields, ...facts } = seat;
  return {
    ...facts,
    guardian: readGuardian(guardianFields),
    guardianState: guardianState(guardianFields),
    isChild: isChild(guardianFields.age),
  };
}
