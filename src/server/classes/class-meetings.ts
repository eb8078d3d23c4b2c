/** The video meetings in which classes are held follow them, here at once and at Zoom by a job. */
import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { maximumMeetingMinutes, minimumMeetingMinutes } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { meetings } from "../meetings/meetings.table.ts";
import { withZoom } from "../meetings/zoom-connection.ts";
import { ZoomError } from "../providers/zoom/errors.ts";
import type { ClassRow } from "./match-classes.ts";

const jobName = "meeting-follows-class";

/** Minutes that a meeting for the class may be told. */
export function meetingMinutes({
  startsAt,
  endsAt,
}: Pick<ClassRow, "startsAt" | "endsAt">): number {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Math.min(Math.max(minutes, minimumMeetingMinutes), maximumMeetingMinutes);
}

export async function moveMeetingsOfClass(context: Context, tx: Db, row: ClassRow): Promise<void> {
  const moved = await tx
    .update(meetings)
    .set({ startTime: row.startsAt, duration: meetingMinutes(row) })
    .where(and(eq(meetings.classId, row.id), eq(meetings.status, "scheduled")))
    .returning({ id: meetings.id });
  for (const { id } of moved) await context.jobs.send(tx, jobName, { meetingId: id });
}

export async function cancelMeetingsOfClass(
  context: Context,
  tx: Db,
  classId: string,
): Promise<void> {
  const cancelled = await tx
    .update(meetings)
    .set({ status: "cancelled" })
    .where(and(eq(meetings.classId, classId), inArray(meetings.status, ["scheduled", "started"])))
    .returning({ id: meetings.id });
  for (const { id } of cancelled) await context.jobs.send(tx, jobName, { meetingId: id });
}

/** Tells Zoom what our books say of the meeting, as often as it takes. */
export function defineMeetingJob(context: Context): JobDefinition {
  return defineJob<{ meetingId: string }>({
    name: jobName,
    retryLimit: 60,
    retryDelayMax: 300,
    async handle({ meetingId }) {
      const [meeting] = await context.db.select().from(meetings).where(eq(meetings.id, meetingId));
      if (!meeting) return;
      const { teacherId, zoomMeetingId, status, startTime, duration, timeZone } = meeting;
      try {
        await withZoom(context, teacherId, (zoom, token) =>
          status === "cancelled"
            ? zoom.deleteMeeting(token, zoomMeetingId)
            : zoom.updateMeeting(token, zoomMeetingId, {
                startTime,
                durationMinutes: duration,
                timeZone,
              }),
        );
      } catch (error) {
        if (!isOver(error)) throw error;
        context.log.warn({ err: error, meetingId }, "Zoom keeps a meeting that has changed here");
      }
    },
  });
}

/** Nothing is left to be told: the teacher has disconnected Zoom, or the meeting is gone there. */
function isOver(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "conflict";
  return error instanceof ZoomError && error.kind !== "unavailable";
}
