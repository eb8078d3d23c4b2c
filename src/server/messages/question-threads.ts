/** Which conversations are questions of students who haven't enrolled. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isEnrolledSeat } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { threads } from "../db/tables/messages.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

const both = sql`(${threads.firstId}, ${threads.secondId})`;

/**
 * Whether a row of `threads` is a question: the student asked, and has neither enrolled with the
 * teacher nor booked a trial lesson since then. For queries with joins, because Drizzle omits the
 * table names in others.
 */
export const isQuestion: SQL<boolean> = sql<boolean>`(${threads.askedAt} is not null and not exists (
  select from ${enrollments} seat join ${courses} course on course.id = seat.course_id
  where seat.student_id in ${both} and course.teacher_id in ${both}
  and (${isEnrolledSeat} or seat.enrolled_at >= ${threads.askedAt})
) and not exists (
  select from ${trialLessons} trial
  where trial.student_id in ${both} and trial.teacher_id in ${both}
  and trial.status <> 'cancelled' and trial.created_at >= ${threads.askedAt}
))`;

/**
 * Whether a student has never had a seat or a trial lesson with a teacher. Without a conversation,
 * which is deleted after a year, this is all that is known of them.
 */
export const isUnknownStudent = (studentId: SQLWrapper, teacherId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(not exists (
  select from ${enrollments} seat join ${courses} course on course.id = seat.course_id
  where seat.student_id = ${studentId} and course.teacher_id = ${teacherId}
  and seat.enrolled_at is not null
) and not exists (
  select from ${trialLessons} trial
  where trial.student_id = ${studentId} and trial.teacher_id = ${teacherId}
))`;
