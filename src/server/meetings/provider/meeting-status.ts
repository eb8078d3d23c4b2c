/**
 * Tracks whether a meeting has started or ended from the service's notifications, which may arrive
 * in any order.
 */
import { and, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { earlyMs } from "../meeting-time.ts";

/** The opening or closing of a room at a service. */
interface RoomEvent {
  provider: string;
  meetingId: string;
  at: Date;
}

/** Opening the room days before the meeting doesn't start the meeting. */
const isOfRoom = ({ provider, meetingId, at }: RoomEvent) =>
  and(
    eq(meetings.provider, provider),
    eq(meetings.providerMeetingId, meetingId),
    lte(meetings.startTime, new Date(at.getTime() + earlyMs)),
  );

/**
 * The room was opened. Until the planned end, it can be reopened, for example after a lost
 * connection.
 */
export async function markStarted({ db }: Context, event: RoomEvent): Promise<void> {
  const { at } = event;
  const isOpenedAgain = and(
    eq(meetings.status, "ended"),
    lt(meetings.endedAt, at),
    gt(sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`, at.toISOString()),
  );
  await db
    .update(meetings)
    .set({ status: "started", startedAt: at, endedAt: null })
    .where(and(isOfRoom(event), or(eq(meetings.status, "scheduled"), isOpenedAgain)));
}

/**
 * The room was closed. If that was before the meeting's start, it was a test, and the meeting stays
 * scheduled.
 */
export async function markEnded({ db }: Context, event: RoomEvent): Promise<void> {
  const { at } = event;
  const isRunning = or(
    eq(meetings.status, "scheduled"),
    and(
      eq(meetings.status, "started"),
      or(isNull(meetings.startedAt), lte(meetings.startedAt, at)),
    ),
  );
  const isOfIt = and(isOfRoom(event), isRunning);
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
