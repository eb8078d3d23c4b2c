/** The video meetings in which classes are held follow them, here at once and at Zoom by a job. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { maximumMeetingMinutes, minimumMeetingMinutes } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { meetingRequests } from "../meetings/meeting-requests.table.ts";
import { meetings } from "../meetings/meetings.table.ts";
import { tellZoom } from "../meetings/tell-zoom.ts";
import type { ClassRow } from "./match-classes.ts";

/** Minutes that a meeting for the class may be told. */
export function meetingMinutes({
  startsAt,
  endsAt,
}: Pick<ClassRow, "startsAt" | "endsAt">): number {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Math.min(Math.max(minutes, minimumMeetingMinutes), maximumMeetingMinutes);
}

const nextVersion = (now: Date) => ({ sequence: sql`${meetings.sequence} + 1`, updatedAt: now });

export async function moveMeetingsOfClass(context: Context, tx: Db, row: ClassRow): Promise<void> {
  const time = { startTime: row.startsAt, duration: meetingMinutes(row) };
  const now = new Date();
  await tx
    .update(meetingRequests)
    .set(time)
    .where(and(eq(meetingRequests.classId, row.id), isNull(meetingRequests.calledOffAt)));
  const moved = await tx
    .update(meetings)
    .set({ ...time, ...nextVersion(now), movedAt: now })
    .where(and(eq(meetings.classId, row.id), eq(meetings.status, "scheduled")))
    .returning({ id: meetings.id });
  for (const { id } of moved) await tellZoom(context, tx, id);
}

/** Called off with their classes, as far as they are not over. */
export function cancelMeetingsOfClasses(
  context: Context,
  tx: Db,
  ids: readonly string[],
): Promise<void> {
  return cancelMeetings(context, tx, {
    requests: inArray(meetingRequests.classId, ids),
    meetings: inArray(meetings.classId, ids),
  });
}

/** Called off with the whole course: those of its classes and those besides them. */
export function cancelMeetingsOfCourse(context: Context, tx: Db, courseId: string): Promise<void> {
  return cancelMeetings(context, tx, {
    requests: eq(meetingRequests.courseId, courseId),
    meetings: eq(meetings.courseId, courseId),
  });
}

async function cancelMeetings(
  context: Context,
  tx: Db,
  which: { requests: SQL; meetings: SQL },
): Promise<void> {
  const now = new Date();
  await tx
    .update(meetingRequests)
    .set({ calledOffAt: now })
    .where(and(which.requests, isNull(meetingRequests.calledOffAt)));
  const cancelled = await tx
    .update(meetings)
    .set({ status: "cancelled", ...nextVersion(now) })
    .where(
      and(
        which.meetings,
        inArray(meetings.status, ["scheduled", "started"]),
        sql`${meetings.startTime} + make_interval(mins => ${meetings.duration}) > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning({ id: meetings.id });
  for (const { id } of cancelled) await tellZoom(context, tx, id);
}
