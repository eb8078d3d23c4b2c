/** Meetings as the API returns them. Responses contain only our own links, never the service's. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { MeetingView } from "#lib/meetings/meetings.responses.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

/** Longer lists omit the meetings that are furthest from now. */
const maxMeetings = 500;

/** Meetings with their courses, ordered by start, in one query. */
export async function selectMeetings(
  context: Context,
  condition: SQL | undefined,
  viewer: "teacher" | "student",
): Promise<MeetingView[]> {
  const now = new Date().toISOString();
  const rows = await context.db
    .select({ meeting: meetings, title: courses.title })
    .from(meetings)
    .innerJoin(courses, eq(courses.id, meetings.courseId))
    .where(condition)
    .orderBy(sql`abs(extract(epoch from ${meetings.startTime} - ${now}::timestamptz))`, meetings.id)
    .limit(maxMeetings);
  const { appUrl } = context.config;
  const byStart = rows.toSorted(
    (one, other) => one.meeting.startTime.getTime() - other.meeting.startTime.getTime(),
  );
  return byStart.map(({ meeting, title }) => ({
    _id: meeting.id,
    topic: meeting.topic,
    startTime: meeting.startTime.toISOString(),
    duration: meeting.duration,
    timeZone: meeting.timeZone,
    status: meeting.status,
    joinUrl: `${appUrl}/join/${meeting.id}`,
    ...(viewer === "teacher" ? { startUrl: `${appUrl}/start/${meeting.id}` } : {}),
    courseId: { _id: meeting.courseId, title },
    ...(meeting.classId ? { classId: meeting.classId } : {}),
  }));
}
