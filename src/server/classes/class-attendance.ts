/** The attendance of one class, which its teacher can view and correct. */
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { AttendanceView } from "#lib/classes/classes.responses.ts";
import type { AttendanceInput } from "#lib/classes/classes.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { wasPresent } from "../attendance/attendance.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isEnrollmentOf } from "../course-members/membership.ts";
import { attendanceCorrections } from "../db/tables/classes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { classNotFound, lockOwnClass } from "./own-class.ts";

const t = getTexts("classes");

/** The students who were enrolled before the class ended, by name. @throws AppError `not_found`. */
export async function listAttendance(
  context: Context,
  actor: Actor,
  classId: string,
): Promise<AttendanceView[]> {
  const teacher = requireTeacher(actor);
  const { class: row } = await context.db.transaction((tx) => lockOwnClass(tx, teacher, classId));
  const joinedAt = sql<string | null>`(
    select min(attendance.joined_at) from ${attendances} attendance
    join ${meetings} meeting on meeting.id = attendance.meeting_id
    where meeting.class_id = ${row.id} and attendance.student_id = ${enrollments.studentId}
  )`;
  const students = await context.db
    .select({
      id: profiles.id,
      name: profiles.name,
      profileImageUrl: profiles.profileImageUrl,
      joinedAt,
      present: wasPresent(sql`${row.id}`, sql`${enrollments.studentId}`),
      isCorrected: sql<boolean>`exists (
        select from ${attendanceCorrections} correction
        where correction.class_id = ${row.id} and correction.student_id = ${enrollments.studentId}
      )`,
    })
    .from(enrollments)
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .where(
      and(
        eq(enrollments.courseId, row.courseId),
        isEnrolled,
        lt(enrollments.enrolledAt, row.endsAt),
      ),
    )
    .orderBy(asc(profiles.name), asc(profiles.id));
  return students.map(({ id, name, profileImageUrl, ...student }) => ({
    student: { _id: id, name, ...(profileImageUrl ? { profileImageUrl } : {}) },
    ...(student.joinedAt ? { joinedAt: new Date(student.joinedAt).toISOString() } : {}),
    present: student.present,
    isCorrected: student.isCorrected,
  }));
}

/**
 * Stores the teacher's correction of a student's attendance. Null removes it, so that the recorded
 * attendance counts again.
 *
 * @throws AppError `not_found`; `conflict` before the class has started, for people who aren't in
 * the course, and for students who enrolled after the class.
 */
export async function correctAttendance(
  context: Context,
  actor: Actor,
  classId: string,
  { studentId, present }: AttendanceInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.db.transaction(async (tx) => {
    const { class: row } = await lockOwnClass(tx, teacher, classId);
    if (row.status !== "scheduled") throw classNotFound();
    const now = new Date();
    if (row.startsAt > now) throw new AppError("conflict", t("server.notYet"));
    // Students who enrolled later can't have attended. Otherwise a teacher could give anyone the
    // right to write a review.
    const enrolledInTime = and(
      isEnrollmentOf(studentId, row.courseId),
      lt(enrollments.enrolledAt, row.endsAt),
    );
    if ((await tx.$count(enrollments, enrolledInTime)) === 0) {
      throw new AppError("conflict", t("server.notEnrolled"));
    }
    if (present === null) {
      await tx
        .delete(attendanceCorrections)
        .where(
          and(
            eq(attendanceCorrections.classId, classId),
            eq(attendanceCorrections.studentId, studentId),
          ),
        );
      return;
    }
    const values = { present, correctedAt: now };
    await tx
      .insert(attendanceCorrections)
      .values({ classId, studentId, ...values })
      .onConflictDoUpdate({
        target: [attendanceCorrections.classId, attendanceCorrections.studentId],
        set: values,
      });
  });
}
