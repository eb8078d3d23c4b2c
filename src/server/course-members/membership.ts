/**
 * Defines the members of a course: its teacher and the enrolled students. No other code decides
 * this. `require…` functions check one person, and the conditions are for queries about many.
 */

import { and, asc, desc, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";

/** An ID, or the column of the outer query that contains it. Null for visitors. */
type Id = string | SQLWrapper;

/** How the enrollment of a former student ended. */
type Ending = "refunded" | "left";

/**
 * Whether a row of `enrollments` belongs to a current student. Held seats aren't paid yet, and all
 * other statuses are final.
 */
export const isEnrolled: SQL = eq(enrollments.status, "enrolled");

/** `isEnrolled` for rows with the alias `seat` in raw SQL. */
export const isEnrolledSeat: SQL<boolean> = sql<boolean>`seat.status = 'enrolled'`;

/**
 * Whether a row of `enrollments` belongs to a current student, or to one who left in one of these
 * ways.
 */
export function isOrWasEnrolled(...endings: readonly Ending[]): SQL {
  return inArray(enrollments.status, ["enrolled", ...endings]);
}

/** Whether a row of `enrollments` is the student's current enrollment in the course. */
export function isEnrollmentOf(studentId: Id, courseId: Id): SQL | undefined {
  return and(
    sql`${enrollments.courseId} = ${courseId}`,
    sql`${enrollments.studentId} = ${studentId}`,
    isEnrolled,
  );
}

/** Whether the person teaches the course of a row of `courses`. */
export function isTeacherOf(profileId: Id | null): SQL {
  return sql`${courses.teacherId} = ${profileId}`;
}

/** Whether the person is a current student of the course, by default that of a row of `courses`. */
export function isStudentOf(profileId: Id | null, courseId: Id = courses.id): SQL<boolean> {
  return isOrWasStudentOf(profileId, courseId);
}

/**
 * Whether the person is a current student of the course, or a former one who left in one of these
 * ways.
 */
export function isOrWasStudentOf(
  profileId: Id | null,
  courseId: Id,
  ...endings: readonly Ending[]
): SQL<boolean> {
  const statuses = ["enrolled", ...endings].map((status) => sql`${status}`);
  const seat = sql`(
    select from ${enrollments} seat
    where seat.course_id = ${courseId} and seat.student_id = ${profileId}
    and seat.status in (${sql.join(statuses, sql`, `)})
  )`;
  // Nested, because Drizzle omits the table name of a column that is selected directly.
  return sql<boolean>`exists ${seat}`;
}

/** Whether the person is a member of the course of a row of `courses`. */
export function isMemberOf(profileId: Id): SQL | undefined {
  return or(isTeacherOf(profileId), isStudentOf(profileId));
}

/**
 * Whether the person teaches the course of a row of `courses`, or was its student at some time
 * between the two instants. A refund ends an enrollment, but doesn't change that the student was a
 * member before.
 */
export function wasMemberBetween(
  profileId: Id,
  { startsAt, endsAt }: { startsAt: SQLWrapper; endsAt: SQLWrapper },
): SQL<boolean> {
  const seat = sql`(
    select from ${enrollments} seat
    where seat.course_id = ${courses.id} and seat.student_id = ${profileId}
    and seat.status in ('enrolled', 'left', 'refunded')
    and seat.enrolled_at < ${endsAt}
    and (seat.ended_at is null or seat.ended_at > ${startsAt})
  )`;
  return sql<boolean>`(${isTeacherOf(profileId)} or exists ${seat})`;
}

/** A time during which a student wasn't enrolled. */
export interface Absence {
  from: Date;
  /** Null if it has lasted since then. */
  until: Date | null;
}

/**
 * When a student wasn't enrolled in a course after the first enrollment had begun: between two
 * enrollments, and after the last one. Empty for people who have never been enrolled.
 */
export async function listAbsences(
  db: Db,
  studentId: string,
  courseId: string,
): Promise<Absence[]> {
  const seats = await db
    .select({ enrolledAt: enrollments.enrolledAt, endedAt: enrollments.endedAt })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.studentId, studentId),
        eq(enrollments.courseId, courseId),
        isOrWasEnrolled("left", "refunded"),
      ),
    )
    .orderBy(asc(enrollments.enrolledAt));
  return seats.flatMap(({ endedAt }, index) =>
    endedAt ? [{ from: endedAt, until: seats[index + 1]?.enrolledAt ?? null }] : [],
  );
}

/** Whether the person is a current student of the course. */
export async function hasEnrollment(db: Db, studentId: string, courseId: string): Promise<boolean> {
  return (await db.$count(enrollments, isEnrollmentOf(studentId, courseId))) > 0;
}

/** The course data that all members can see. */
export interface MemberCourse {
  id: string;
  title: string;
  status: (typeof courses.$inferSelect)["status"];
  teacherId: string;
  teacherName: string;
  /** The teacher's time zone (IANA name). */
  timeZone: string;
}

/** The columns of `MemberCourse`, for queries that join the teacher's profile. */
const memberCourseColumns = {
  id: courses.id,
  title: courses.title,
  status: courses.status,
  teacherId: courses.teacherId,
  teacherName: profiles.name,
  timeZone: profiles.timeZone,
};

export interface CourseTeacher {
  profileId: string;
  role: "teacher";
  course: MemberCourse;
  enrolledAt: null;
}

export interface CourseStudent {
  profileId: string;
  role: "student";
  course: MemberCourse;
  enrolledAt: Date;
}

export type CourseMember = CourseTeacher | CourseStudent;

interface Requirement {
  /** The error for everyone else, whether the course exists or not. */
  refusal?: () => AppError;
  /** Whether to lock the course's row until the transaction ends. */
  lock?: boolean | undefined;
}

const t = getTexts("courses");

const membersOnly = () => new AppError("forbidden", t("server.membersOnly"));

/** @throws AppError from `refusal` unless the actor is a member; `forbidden` without a profile. */
export async function requireMemberOf(
  db: Db,
  actor: Actor,
  courseId: string,
  { refusal = membersOnly, lock = false }: Requirement = {},
): Promise<CourseMember> {
  const { profile } = requireProfile(actor);
  const query = db
    .select({
      course: memberCourseColumns,
      enrolledAt: enrollments.enrolledAt,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .leftJoin(enrollments, isEnrollmentOf(profile.id, courses.id))
    .where(eq(courses.id, courseId));
  const [row] = lock ? await query.for("no key update", { of: courses }) : await query;
  if (row?.course.teacherId === profile.id) {
    return { profileId: profile.id, role: "teacher", course: row.course, enrolledAt: null };
  }
  if (!row?.enrolledAt) throw refusal();
  const { course, enrolledAt } = row;
  return { profileId: profile.id, role: "student", course, enrolledAt };
}

/** @throws AppError like `requireMemberOf`, and `refusal` for students. */
export async function requireTeacherOf(
  db: Db,
  actor: Actor,
  courseId: string,
  { refusal = membersOnly, lock }: Requirement = {},
): Promise<CourseTeacher> {
  const member = await requireMemberOf(db, actor, courseId, { refusal, lock });
  if (member.role !== "teacher") throw refusal();
  return member;
}

/** @throws AppError like `requireMemberOf`, and `refusal` for the teacher. */
export async function requireStudentOf(
  db: Db,
  actor: Actor,
  courseId: string,
  { refusal = membersOnly, lock }: Requirement = {},
): Promise<CourseStudent> {
  const member = await requireMemberOf(db, actor, courseId, { refusal, lock });
  if (member.role !== "student") throw refusal();
  return member;
}

/** The student's current enrollments, the newest first. */
export async function listEnrollmentsOf(
  db: Db,
  studentId: string,
  limit: number,
): Promise<CourseStudent[]> {
  const rows = await db
    .select({ course: memberCourseColumns, enrolledAt: enrollments.enrolledAt })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(enrollments.studentId, studentId), isEnrolled))
    .orderBy(desc(enrollments.enrolledAt), desc(enrollments.id))
    .limit(limit);
  return rows.flatMap(({ course, enrolledAt }) =>
    enrolledAt ? [{ profileId: studentId, role: "student" as const, course, enrolledAt }] : [],
  );
}
