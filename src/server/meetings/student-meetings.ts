/** What a student joins next, over all courses at once. */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { overtimeMinutes } from "#lib/meetings/meetings.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { selectMeetings } from "./meeting.view.ts";

/**
 * The meetings that are not over yet of all courses in which the actor is enrolled, by start: one
 * query, however many courses there are. Who is enrolled in none has none.
 */
export function listStudentMeetings(context: Context, actor: Actor): Promise<MeetingView[]> {
  const { profile } = requireProfile(actor);
  const enrolled = context.db
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, profile.id), isEnrolled));
  const now = new Date().toISOString();
  const overtime = sql`case when ${meetings.status} = 'started' then ${overtimeMinutes}::integer else 0 end`;
  const condition = and(
    inArray(meetings.courseId, enrolled),
    ne(meetings.status, "cancelled"),
    ne(meetings.status, "ended"),
    sql`${meetings.startTime} + make_interval(mins => ${meetings.duration} + ${overtime}) > ${now}::timestamptz`,
  );
  return selectMeetings(context, condition, "student");
}
