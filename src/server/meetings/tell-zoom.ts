/** Zoom follows what is decided here: our books are changed first, and a job brings it there. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { ZoomError } from "../providers/zoom/errors.ts";
import { meetingJobs } from "./meeting-jobs.ts";
import { meetings } from "./meetings.table.ts";
import { withZoom } from "./zoom-connection.ts";

/** Has Zoom told of the meeting as it is by then, as often as it takes. */
export function tellZoom(context: Context, tx: Db, meetingId: string): Promise<void> {
  return context.jobs.send(tx, meetingJobs.tell, { meetingId });
}

/** @throws what Zoom's absence throws, so that it is tried again. */
export async function bringToZoom(context: Context, meetingId: string): Promise<void> {
  const [meeting] = await context.db.select().from(meetings).where(eq(meetings.id, meetingId));
  if (!meeting) return;
  const { teacherId, zoomMeetingId, status, topic, startTime, duration, timeZone } = meeting;
  try {
    await withZoom(context, teacherId, (zoom, token) =>
      status === "cancelled"
        ? zoom.deleteMeeting(token, zoomMeetingId)
        : zoom.updateMeeting(token, zoomMeetingId, {
            topic,
            startTime,
            durationMinutes: duration,
            timeZone,
          }),
    );
  } catch (error) {
    if (!isOver(error)) throw error;
    context.log.warn({ err: error, meetingId }, "Zoom keeps a meeting that has changed here");
  }
}

/** Nothing is left to be told: the teacher has disconnected Zoom, or the meeting is gone there. */
export function isOver(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "conflict";
  return error instanceof ZoomError && error.kind !== "unavailable";
}
