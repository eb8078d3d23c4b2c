/** Who was there: the one home of the rule, as parts of queries. */
import { type SQL, sql } from "drizzle-orm";
import { attendanceCorrections, classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";

/**
 * Whether joining counts as attendance: not more than half an hour before the meeting began, and not
 * after it ended. A link that is opened days before or after is no attendance. Expects the aliases
 * `attendance` and `meeting`.
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
 * Whether a student attended anything that has started: a meeting of the courses that `ofCourse`
 * selects, unless the teacher corrected it, or a class according to the teacher.
 *
 * @param ofCourse a condition on the alias `course`.
 */
export const hasAttended = (studentId: SQL, ofCourse: SQL, now: Date) => sql<boolean>`(exists (
  select from ${attendances} attendance
  join ${meetings} meeting on meeting.id = attendance.meeting_id
  join ${courses} course on course.id = meeting.course_id
  where attendance.student_id = ${studentId} and ${ofCourse} and ${joinedInTime}
  and least(meeting.start_time, meeting.started_at) <= ${now.toISOString()}::timestamptz
  and not exists (
    select from ${attendanceCorrections} correction
    where correction.class_id = meeting.class_id
    and correction.student_id = ${studentId} and not correction.present
  )
) or exists (
  select from ${attendanceCorrections} correction
  join ${classes} class on class.id = correction.class_id
  join ${courses} course on course.id = class.course_id
  where correction.student_id = ${studentId} and correction.present and ${ofCourse}
))`;

/**
 * Whether a student came to a meeting of the courses that `ofCourse` selects before an instant. Only
 * what we have seen counts: a teacher's word can be given later, for anybody.
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
  and not exists (
    select from ${attendanceCorrections} correction
    where correction.class_id = meeting.class_id
    and correction.student_id = ${studentId} and not correction.present
  )
)`;

/**
 * Whether a student was in a class: what the teacher says, else whether the student came to a
 * meeting in which it was held.
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

/** A student's classes as `(class_id, ended)`, by coming or by the teacher's word. */
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
