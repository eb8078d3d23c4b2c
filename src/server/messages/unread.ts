/** Who has had messages waiting for long, for the emails about them. */
import { and, count, eq, gt, gte, isNull, lte, max, min, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../db/connection.ts";
import { messages, threadStates } from "../db/tables/messages.table.ts";
import { participantPairs } from "./participants.ts";

const minute = 60_000;
/** Older messages, e.g. after an outage, are no longer worth an email. */
const oldestMs = 7 * 24 * 60 * minute;

export interface UnreadThread {
  profileId: string;
  threadId: string;
  count: number;
  /** The number of the newest message that counts. */
  seq: number;
  /** When the first of them was sent. */
  since: Date;
}

interface WaitingOptions {
  /** Columns of thread_states up to whose number messages don't count. */
  marks: PgColumn[];
  /** Whether the person's own messages count too. */
  ownToo?: boolean;
  /** What else must hold of `messages` and `threadStates`, for a participant of this id. */
  only?: (participantId: SQL) => SQL | undefined;
}

/** Per person and thread, the messages of the last days that are beyond the marks. */
export async function findUnreadThreads(
  db: Db,
  { marks, ownToo = false, only }: WaitingOptions,
): Promise<UnreadThread[]> {
  const participants = participantPairs(db);
  const known = marks.map((mark) => sql`coalesce(${mark}, 0)`);
  const rows = await db
    .select({
      profileId: participants.profileId,
      threadId: messages.threadId,
      count: count(),
      seq: max(messages.seq),
      since: min(messages.createdAt),
    })
    .from(messages)
    .innerJoin(
      participants,
      and(
        eq(participants.threadId, messages.threadId),
        ownToo ? undefined : ne(participants.profileId, messages.authorId),
        lte(participants.since, messages.createdAt),
      ),
    )
    .leftJoin(
      threadStates,
      and(
        eq(threadStates.threadId, messages.threadId),
        eq(threadStates.profileId, participants.profileId),
      ),
    )
    .where(
      and(
        gte(messages.createdAt, new Date(Date.now() - oldestMs)),
        isNull(messages.deletedAt),
        gt(messages.seq, sql`greatest(${sql.join(known, sql`, `)})`),
        only?.(sql`${participants.profileId}`),
      ),
    )
    .groupBy(participants.profileId, messages.threadId);
  return rows.map(({ seq, since, ...row }) => ({
    ...row,
    seq: seq ?? 0,
    since: since ?? new Date(),
  }));
}

/** Whether the first of them has waited so long. */
export function hasWaited({ since }: UnreadThread, minutes: number): boolean {
  return since.getTime() <= Date.now() - minutes * minute;
}

/**
 * Advances a mark and returns whether this call did it, so that only one of several processes that
 * found the same messages sends an email.
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
