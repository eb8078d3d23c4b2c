/** Deletes old conversations and the texts of deleted messages. */
import { and, isNotNull, lt, sql } from "drizzle-orm";
import { deletedTextDays } from "#lib/messages/messages.rules.ts";
import { messageRetentionMonths } from "#lib/messages/messages.ts";
import type { Context } from "../context.ts";
import { isEnrolledSeat } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messageReports, messages, threads } from "../db/tables/messages.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

const perStatement = 200;

/**
 * Deletes conversations whose last message is older than the retention period. Conversations are
 * kept if their participants share a course or had a trial lesson that ended within the period or
 * hasn't ended yet, or if a message was reported within the period.
 */
export async function deleteOldConversations({ db, log }: Context): Promise<void> {
  const cutoff = new Date();
  cutoff.setUTCMonth(cutoff.getUTCMonth() - messageRetentionMonths);
  let total = 0;
  for (let deleted = perStatement; deleted === perStatement; total += deleted) {
    deleted = await deleteSome(db, cutoff);
  }
  if (total > 0) log.info({ conversations: total }, "Old conversations were deleted");
}

/** Removes the texts of messages that were deleted more than `deletedTextDays` ago. */
export async function removeDeletedTexts({ db }: Context): Promise<void> {
  const cutoff = new Date(Date.now() - deletedTextDays * 24 * 60 * 60_000);
  await db
    .update(messages)
    .set({ deletedText: null })
    .where(and(isNotNull(messages.deletedText), lt(messages.deletedAt, cutoff)));
}

async function deleteSome(db: Db, cutoff: Date): Promise<number> {
  const day = cutoff.toISOString().slice(0, 10);
  const isOngoing = sql`course.status <> 'archived' and coalesce(course.end_date >= ${day}::date, true)`;
  const { rows } = await db.execute(sql`
    delete from ${threads} where id in (
      select thread.id from ${threads} thread
      where coalesce(thread.last_message_at, thread.created_at) < ${cutoff.toISOString()}::timestamptz
      and not exists (
        select from ${courses} course where course.id = thread.course_id and ${isOngoing}
      )
      and not exists (
        select from ${enrollments} seat join ${courses} course on course.id = seat.course_id
        where thread.first_id is not null and ${isEnrolledSeat} and ${isOngoing}
        and ((course.teacher_id = thread.first_id and seat.student_id = thread.second_id)
          or (course.teacher_id = thread.second_id and seat.student_id = thread.first_id))
      )
      and not exists (
        select from ${trialLessons} trial
        where trial.ends_at >= ${cutoff.toISOString()}::timestamptz
        and ((trial.teacher_id = thread.first_id and trial.student_id = thread.second_id)
          or (trial.teacher_id = thread.second_id and trial.student_id = thread.first_id))
      )
      and not exists (
        select from ${messageReports} report join ${messages} message on message.id = report.message_id
        where message.thread_id = thread.id
        and report.created_at >= ${cutoff.toISOString()}::timestamptz
      )
      limit ${perStatement}
    ) returning id
  `);
  return rows.length;
}
