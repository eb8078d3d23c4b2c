/** The figures about lessons on profiles and cards, computed from rows. */
import { type SQL, sql } from "drizzle-orm";
import { classes } from "../db/tables/classes.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";
import { quizAttempts } from "../db/tables/quizzes.table.ts";
import { classesOfStudent, joinedInTime } from "./attendance.ts";

export interface Lessons {
  lessons: number;
  minutes: number;
}

const over = (now: Date) => sql`(
  meeting.status = 'ended'
  or meeting.start_time + make_interval(mins => meeting.duration) <= ${now.toISOString()}::timestamptz
)`;

/**
 * The number and total minutes of past lessons that the student attended. Each class counts once,
 * and so does each meeting without a class.
 */
export const attendedLessons = (studentId: SQL, now: Date) => sql<Lessons>`(
  select json_build_object('lessons', count(*), 'minutes', coalesce(sum(lesson.minutes), 0))
  from (
    select own.class_id as id,
      max(round(extract(epoch from class.ends_at - class.starts_at) / 60))::integer as minutes
    from ${classesOfStudent(studentId)} own join ${classes} class on class.id = own.class_id
    where class.status = 'scheduled'
    and (own.ended or class.ends_at <= ${now.toISOString()}::timestamptz)
    group by own.class_id
    union all
    select meeting.id, meeting.duration
    from ${attendances} attendance join ${meetings} meeting on meeting.id = attendance.meeting_id
    where attendance.student_id = ${studentId} and meeting.class_id is null
    and ${joinedInTime} and ${over(now)}
  ) lesson
)`;

/** The number and total minutes of past meetings that the teacher started. */
export const heldLessons = (teacherId: SQL, now: Date) => sql<Lessons>`(
  select json_build_object('lessons', count(*), 'minutes', coalesce(sum(meeting.duration), 0))
  from ${meetings} meeting
  where meeting.teacher_id = ${teacherId}
  and meeting.status in ('started', 'ended') and ${over(now)}
)`;

/** The number of different quizzes that the student has passed. */
export const passedQuizzes = (studentId: SQL) => sql<number>`(
  select count(distinct attempt.quiz_id)::integer from ${quizAttempts} attempt
  where attempt.student_id = ${studentId} and attempt.passed
)`;
