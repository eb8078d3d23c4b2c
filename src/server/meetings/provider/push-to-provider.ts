/**
 * Pushes changes to the meeting service. Our records change first, and a job then updates the
 * service.
 */
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { meetings } from "../../db/tables/meetings.table.ts";
import { MeetingProviderError } from "../../providers/meetings/meeting-provider.ts";
import { withProvider } from "../connection/with-provider.ts";
import { meetingJobs } from "../meeting-jobs.ts";

/** Queues a job that updates the meeting at the service, with retries until it succeeds. */
export function queuePush(context: Context, tx: Db, meetingId: string): Promise<void> {
  return context.jobs.send(tx, meetingJobs.push, { meetingId });
}

export function queuePushes(
  context: Context,
  tx: Db,
  changed: readonly { id: string }[],
): Promise<void> {
  return context.jobs.sendMany(
    tx,
    meetingJobs.push,
    changed.map(({ id }) => ({ meetingId: id })),
  );
}

/**
 * After the teacher has reconnected, queues updates for upcoming meetings that have changed here.
 */
export async function queueUnpushed(context: Context, tx: Db, teacherId: string): Promise<void> {
  const changed = await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(
        eq(meetings.teacherId, teacherId),
        isNotNull(meetings.updatedAt),
        or(isNull(meetings.pushedAt), lt(meetings.pushedAt, meetings.updatedAt)),
        gt(
          sql`${meetings.startTime} + make_interval(mins => ${meetings.duration})`,
          new Date().toISOString(),
        ),
      ),
    );
  await queuePushes(context, tx, changed);
}

/**
 * Repeats the push if the meeting changes in the meantime, so that concurrent jobs don't leave the
 * service outdated.
 * @throws if the service is unavailable, so that the job is retried.
 */
export async function pushMeeting(context: Context, meetingId: string): Promise<void> {
  let pending = await find(context, meetingId);
  while (pending) {
    await pushOnce(context, pending);
    const now = await find(context, meetingId);
    pending = now?.updatedAt?.getTime() === pending.updatedAt?.getTime() ? undefined : now;
  }
}

type Meeting = typeof meetings.$inferSelect;

/** Whether a change made here hasn't been pushed to the service yet. */
export function hasUnpushedChange({
  updatedAt,
  pushedAt,
}: Pick<Meeting, "updatedAt" | "pushedAt">) {
  return updatedAt !== null && (pushedAt === null || pushedAt < updatedAt);
}

async function find({ db }: Context, meetingId: string): Promise<Meeting | undefined> {
  const [meeting] = await db.select().from(meetings).where(eq(meetings.id, meetingId));
  return meeting;
}

async function pushOnce(context: Context, meeting: Meeting): Promise<void> {
  const { teacherId, provider, providerMeetingId: id, status } = meeting;
  const { topic, startTime, duration, timeZone } = meeting;
  try {
    const plan = { topic, startTime, durationMinutes: duration, timeZone };
    await withProvider(
      context,
      teacherId,
      (service, token) =>
        status === "cancelled"
          ? service.deleteMeeting(token, id)
          : service.updateMeeting(token, id, plan),
      { provider },
    );
    await context.db
      .update(meetings)
      .set({ pushedAt: meeting.updatedAt })
      .where(eq(meetings.id, meeting.id));
  } catch (error) {
    if (!isPermanentFailure(error)) throw error;
    context.log.warn(
      { err: error, meetingId: meeting.id, provider },
      "A changed meeting could not be updated at its service",
    );
  }
}

/** Whether a retry is pointless because the service is disconnected or has deleted the meeting. */
export function isPermanentFailure(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "conflict";
  return error instanceof MeetingProviderError && error.kind !== "unavailable";
}
