/** What Zoom tells of a meeting's room, in whatever order it comes. */
import { and, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { earlyMs } from "../meeting-time.ts";

/** Whoever looks into the room days before does not hold the meeting. */
const isOfRoom = (zoomMeetingId: string, at: Date) =>
  and(
    eq(meetings.zoomMeetingId, zoomMeetingId),
    lte(meetings.startTime, new Date(at.getTime() + earlyMs)),
  );

/** The room was opened; until the planned end also once more, as after a lost connection. */
export async function markStarted({ db }: Context, zoomMeetingId: string, at: Date): Promise<void> {
  const isOpenedAgain = and(
    eq(meetings.status, "ended"),
    lt(meetings.endedAt, at),
    gt(sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`, at.toISOString()),
  );
  await db
    .update(meetings)
    .set({ status: "started", startedAt: at, endedAt: null })
    .where(and(isOfRoom(zoomMeetingId, at), or(eq(meetings.status, "scheduled"), isOpenedAgain)));
}

/** The room was closed. Before the meeting has begun that was a try, and the meeting is to come. */
export async function markEnded({ db }: Context, zoomMeetingId: string, at: Date): Promise<void> {
  const isRunning = or(
    eq(meetings.status, "scheduled"),
    and(
      eq(meetings.status, "started"),
      or(isNull(meetings.startedAt), lte(meetings.startedAt, at)),
    ),
  );
  const isOfIt = and(isOfRoom(zoomMeetingId, at), isRunning);
  await db.transaction(async (tx) => {
    await tx
      .update(meetings)
      .set({ status: "scheduled", startedAt: null })
      .where(and(isOfIt, gt(meetings.startTime, at)));
    await tx
      .update(meetings)
      .set({ status: "ended", endedAt: at })
      .where(and(isOfIt, lte(meetings.startTime, at)));
  });
}
