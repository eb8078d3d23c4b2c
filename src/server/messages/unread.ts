/** Finds people who have unread messages, for the emails about them. */
import {
  and,
  count,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  max,
  min,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../db/connection.ts";
import { messages, threadStates, threads } from "../db/tables/messages.table.ts";
import { isWithin, participantPairs } from "./participants.ts";

const minute = 60_000;
/** Messages older than this, for example after an outage, are no longer worth an email. */
const oldestMs = 7 * 24 * 60 * minute;

export interface UnreadThread {
  profileId: string;
  threadId: string;
  count: number;
  /** The number of the newest counted message. */
  seq: number;
  /** When the oldest counted message was sent. */
  since: Date;
}

interface WaitingOptions {
  /**
   * Columns of `thread_states` that hold message numbers. Messages up to the highest of these
   * numbers don't count.
   */
  marks: PgColumn[];
  /** Whether the person's own messages count too. Default: false. */
  ownToo?: boolean;
  /** Whether deleted messages count as long as their text is kept. Default: false. */
  deletedToo?: boolean;
  /** Whether messages to former students of a course count too. Default: false. */
  formerToo?: boolean;
  /** An additional condition on `messages` and `threadStates` for the participant with this ID. */
  only?: (participantId: SQL) => SQL | undefined;
}

/**
 * Counts the messages of the last week whose numbers are above the marks, per person and thread.
 */
export async function findUnreadThreads(
  db: Db,
  { marks, ownToo = false, deletedToo = false, formerToo = false, only }: WaitingOptions,
): Promise<UnreadThread[]> {
  const participants = participantPairs(db, { formerToo });
  const known = marks.map((mark) => sql`coalesce(${mark}, 0)`);
  const mark = sql`greatest(${sql.join(known, sql`, `)})`;
  const oldest = new Date(Date.now() - oldestMs);
  const rows = await db
    .select({
      profileId: participants.profileId,
      threadId: threads.id,
      count: count(),
      seq: max(messages.seq),
      since: min(messages.createdAt),
    })
    .from(threads)
    .innerJoin(participants, eq(participants.threadId, threads.id))
    .leftJoin(
      threadStates,
      and(
        eq(threadStates.threadId, threads.id),
        eq(threadStates.profileId, participants.profileId),
      ),
    )
    .innerJoin(
      messages,
      and(
        eq(messages.threadId, threads.id),
        gt(messages.seq, mark),
        ownToo ? undefined : ne(participants.profileId, messages.authorId),
        isWithin(participants),
      ),
    )
    .where(
      and(
        // Most people have read everything, or have had an email about the rest. These conditions
        // exclude them before any messages are counted.
        gte(threads.lastMessageAt, oldest),
        gt(threads.lastSeq, mark),
        gte(messages.createdAt, oldest),
        or(isNull(messages.deletedAt), deletedToo ? isNotNull(messages.deletedText) : undefined),
        only?.(sql`${participants.profileId}`),
      ),
    )
    .groupBy(participants.profileId, threads.id);
  return rows.map(({ seq, since, ...row }) => ({
    ...row,
    seq: seq ?? 0,
    since: since ?? new Date(),
  }));
}

/** Whether the oldest counted message has been waiting for at least this many minutes. */
export function hasWaited({ since }: UnreadThread, minutes: number): boolean {
  return since.getTime() <= Date.now() - minutes * minute;
}

/**
 * Advances a mark.
 * @returns whether this call advanced it, so that only one of several processes sends an email.
 */
export async function advanceMark(
  tx: Db,
  mark: "remindedSeq" | "copiedSeq",
  { threadId, profileId, seq }: Pick<UnreadThread, "threadId" | "profileId" | "seq">,
): Promise<boolean> {
  const set = { [mark]: seq, ...(mark === "remindedSeq" ? { remindedAt: new Date() } : {}) };
  const moved = await tx
    .insert(threadStates)
    .values({ threadId, profileId, ...set })
    .onConflictDoUpdate({
      target: [threadStates.threadId, threadStates.profileId],
      set,
      setWhere: sql`${threadStates[mark]} < ${seq}`,
    })
    .returning({ threadId: threadStates.threadId });
  return moved.length > 0;
}
