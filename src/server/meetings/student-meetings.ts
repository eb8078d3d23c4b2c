/** A student's next meetings across all courses. */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import { overtimeMinutes } from "#lib/meetings/meetings.rules.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { selectMeetings } from "./meeting.view.ts";

/**
 * The upcoming and ongoing meetings of all courses in which the actor is enrolled, ordered by
 * start, in one query. The list is empty for people who aren't enrolled in any course.
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
