/**
 * Updates the video meetings of classes when the classes change: the rows immediately, the meeting
 * service through a job.
 */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { maxMeetingMinutes, minMeetingMinutes } from "#lib/meetings/meetings.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { queuePushes } from "../meetings/provider/push-to-provider.ts";
import type { ClassRow } from "./match-classes.ts";

/** The duration of a class's meeting in minutes, limited to what meetings allow. */
export function meetingMinutes({
  startsAt,
  endsAt,
}: Pick<ClassRow, "startsAt" | "endsAt">): number {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Math.min(Math.max(minutes, minMeetingMinutes), maxMeetingMinutes);
}

const nextVersion = (now: Date) => ({ sequence: sql`${meetings.sequence} + 1`, updatedAt: now });

/** The same in SQL, for rows of `classes`. */
const minutesOfClass = sql`least(greatest(
  round(extract(epoch from ${classes.endsAt} - ${classes.startsAt}) / 60)::integer,
  ${minMeetingMinutes}), ${maxMeetingMinutes})`;

/** Moves meetings to the current times of their classes. */
export async function moveMeetingsOfClasses(
  context: Context,
  tx: Db,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const now = new Date();
  const isMoved = inArray(classes.id, [...ids]);
  const time = { startTime: sql`${classes.startsAt}`, duration: minutesOfClass };
  await tx
    .update(meetingRequests)
    .set(time)
    .from(classes)
    .where(
      and(eq(meetingRequests.classId, classes.id), isMoved, isNull(meetingRequests.canceledAt)),
    );
  const moved = await tx
    .update(meetings)
    .set({ ...time, ...nextVersion(now), movedAt: now })
    .from(classes)
    .where(and(eq(meetings.classId, classes.id), isMoved, eq(meetings.status, "scheduled")))
    .returning({ id: meetings.id });
  await queuePushes(context, tx, moved);
}

/** Cancels the meetings of these classes, unless they have ended. */
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

/** Cancels all meetings of a course, with and without a class. */
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
    .set({ canceledAt: now })
    .where(and(which.requests, isNull(meetingRequests.canceledAt)));
  const canceled = await tx
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
  await queuePushes(context, tx, canceled);
}
