/** Who has had messages waiting for long, for the mails about them. */
import { and, count, eq, gt, gte, lte, max, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../db/connection.ts";
import { messages, threadStates } from "./messages.table.ts";
import { participantPairs } from "./participants.ts";

const minute = 60_000;
/** What waited longer, e.g. because no process ran, is no news any more. */
const oldestMs = 7 * 24 * 60 * minute;

export interface Waiting {
  profileId: string;
  threadId: string;
  count: number;
  /** The number of the newest message that counts. */
  seq: number;
}

/**
 * Per person and thread, messages of others (or also the person's own) that are older than
 * `minutes` and beyond the marks: columns of thread_states up to whose number messages don't count.
 * @param profiles a subquery of the only profile ids to look at; without it, everybody.
 */
export async function findWaiting(
  db: Db,
  options: { minutes: number; marks: PgColumn[]; ownToo?: boolean; profiles?: SQL },
): Promise<Waiting[]> {
  const now = Date.now();
  const participants = participantPairs(db);
  const marks = options.marks.map((mark) => sql`coalesce(${mark}, 0)`);
  const rows = await db
    .select({
      profileId: participants.profileId,
      threadId: messages.threadId,
      count: count(),
      seq: max(messages.seq),
    })
    .from(messages)
    .innerJoin(
      participants,
      and(
        eq(participants.threadId, messages.threadId),
        options.ownToo ? undefined : ne(participants.profileId, messages.authorId),
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
        gte(messages.createdAt, new Date(now - oldestMs)),
        lte(messages.createdAt, new Date(now - options.minutes * minute)),
        gt(messages.seq, sql`greatest(${sql.join(marks, sql`, `)})`),
        options.profiles ? sql`${participants.profileId} in (${options.profiles})` : undefined,
      ),
    )
    .groupBy(participants.profileId, messages.threadId);
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }));
}

/**
 * Moves a mark forward, and tells whether this call did it: of several processes that found the
 * same messages, one mails.
 */
export async function moveMark(
  tx: Db,
  mark: "remindedSeq" | "copiedSeq",
  { threadId, profileId, seq }: Waiting,
): Promise<boolean> {
  const moved = await tx
    .insert(threadStates)
    .values({ threadId, profileId, [mark]: seq })
    .onConflictDoUpdate({
      target: [threadStates.threadId, threadStates.profileId],
      set: { [mark]: seq },
      setWhere: sql`${threadStates[mark]} < ${seq}`,
    })
    .returning({ threadId: threadStates.threadId });
  return moved.length > 0;
}
