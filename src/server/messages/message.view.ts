/** How messages look on the wire. */
import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import type { Message } from "#lib/messages.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../people/people.table.ts";
import { messages } from "./messages.table.ts";

/** Messages with their authors in one query, by number. */
export async function selectMessages(
  db: Db,
  condition: SQL | undefined,
  { limit, newest }: { limit: number; newest: boolean },
): Promise<Message[]> {
  const rows = await db
    .select({
      message: messages,
      author: {
        _id: profiles.id,
        name: profiles.name,
        role: profiles.role,
        profileImageUrl: profiles.profileImageUrl,
      },
    })
    .from(messages)
    .innerJoin(profiles, eq(profiles.id, messages.authorId))
    .where(condition)
    .orderBy(newest ? desc(messages.seq) : asc(messages.seq))
    .limit(limit);
  const views = rows.map(({ message, author }) => ({
    _id: message.id,
    threadId: message.threadId,
    seq: message.seq,
    clientId: message.clientId,
    author,
    text: message.text,
    sentAt: message.createdAt.toISOString(),
  }));
  return newest ? views.reverse() : views;
}

export async function findMessage(
  db: Db,
  threadId: string,
  seq: number,
): Promise<Message | undefined> {
  const [message] = await selectMessages(
    db,
    and(eq(messages.threadId, threadId), eq(messages.seq, seq)),
    { limit: 1, newest: false },
  );
  return message;
}
