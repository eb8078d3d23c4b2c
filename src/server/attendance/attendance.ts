/** The rules for attendance, as SQL fragments. */
import { type SQL, sql } from "drizzle-orm";
import { attendanceCorrections, classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";

/**
 * Whether joining counts as attendance: from half an hour before the meeting began until it ended.
 * Opening the link days earlier or later doesn't count. Requires the aliases `attendance` and
 * `meeting`.
 */
export const joinedInTime = sql`(
  meeting.status <> 'cancelled'
  and attendance.joined_at >= least(meeting.start_time, meeting.started_at, meeting.ended_at)
    - interval '30 minutes'
  and attendance.joined_at <= greatest(
    meeting.ended_at,
    greatest(meeting.start_time, meeting.started_at) + make_interval(mins => meeting.duration))
)`;

/**
 * Whether a student has the right to review: the student joined a meeting of the courses that
 * `ofCourse` selects and that has started, or the teacher marked the student as present in a class.
 * A teacher who marks the student as absent doesn't take the right away. Otherwise the person who
 * is reviewed would decide who may write.
 *
 * @param ofCourse a condition on the alias `course`.
 */
export const hasAttended = (studentId: SQL, ofCourse: SQL, now: Date) => sql<boolean>`(exists (
  select from ${attendances} attendance
  join ${meetings} meeting on meeting.id = attendance.meeting_id
  join ${courses} course on course.id = meeting.course_id
  where attendance.student_id = ${studentId} and ${ofCourse} and ${joinedInTime}
  and least(meeting.start_time, meeting.started_at) <= ${now.toISOString()}::timestamptz
) or exists (
  select from ${attendanceCorrections} correction
  join ${classes} class on class.id = correction.class_id
  join ${courses} course on course.id = class.course_id
  where correction.student_id = ${studentId} and correction.present and ${ofCourse}
))`;

/**
 * Whether a student joined, before an instant, a meeting of the courses that `ofCourse` selects.
 * Only recorded joins count, whatever the teacher corrects, because a teacher can mark any student
 * as present or absent later.
 * @param ofCourse a condition on the alias `course`.
 */
export const hasAttendedBefore = (
  studentId: SQL,
  ofCourse: SQL,
  before: Date,
) => sql<boolean>`exists (
  select from ${attendances} attendance
  join ${meetings} meeting on meeting.id = attendance.meeting_id
  join ${courses} course on course.id = meeting.course_id
  where attendance.student_id = ${studentId} and ${ofCourse} and ${joinedInTime}
  and attendance.joined_at <= ${before.toISOString()}::timestamptz
)`;

/**
 * Whether a student attended a class: the teacher's correction if there is one, or else whether the
 * student joined its meeting in time.
 */
export const wasPresent = (classId: SQL, studentId: SQL) => sql<boolean>`coalesce(
  (select correction.present from ${attendanceCorrections} correction
    where correction.class_id = ${classId} and correction.student_id = ${studentId}),
  exists (
    select from ${attendances} attendance
    join ${meetings} meeting on meeting.id = attendance.meeting_id
    where meeting.class_id = ${classId} and attendance.student_id = ${studentId} and ${joinedInTime}
  )
)`;

/**
 * The classes that a student attended, as `(class_id, ended)`, by joining or by the teacher's
 * correction.
 */
export const classesOfStudent = (studentId: SQL) => sql`(
  select meeting.class_id, bool_or(meeting.status = 'ended') as ended
  from ${attendances} attendance join ${meetings} meeting on meeting.id = attendance.meeting_id
  where attendance.student_id = ${studentId} and meeting.class_id is not null and ${joinedInTime}
  and not exists (
    select from ${attendanceCorrections} correction
    where correction.class_id = meeting.class_id
    and correction.student_id = ${studentId} and not correction.present
  )
  group by meeting.class_id
  union
  select correction.class_id, false from ${attendanceCorrections} correction
  where correction.student_id = ${studentId} and correction.present
)`;
