/** Messages as the API returns them. */
import { and, asc, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Message } from "#lib/messages/messages.responses.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toMember } from "../public-person.ts";
import { isQuestion } from "./question-threads.ts";

type Viewer = ProfiledActor["profile"];

export interface MessageRow {
  message: Omit<typeof messages.$inferSelect, "searchText" | "deletedText" | "hiddenAt">;
  author: Pick<typeof profiles.$inferSelect, "id" | "name" | "role" | "profileImageUrl" | "age">;
  /** Whether the conversation is a question of a student who hasn't enrolled. */
  isQuestion: boolean;
}

/** Messages with their authors, ordered by number, in one query. */
async function readMessages(
  db: Db,
  condition: SQL | undefined,
  { limit, newest }: { limit: number; newest: boolean },
): Promise<MessageRow[]> {
  const rows = await db
    .select({
      message: messages,
      author: {
        id: profiles.id,
        name: profiles.name,
        role: profiles.role,
        profileImageUrl: profiles.profileImageUrl,
        age: profiles.age,
      },
      isQuestion,
    })
    .from(messages)
    .innerJoin(profiles, eq(profiles.id, messages.authorId))
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(condition)
    .orderBy(newest ? desc(messages.seq) : asc(messages.seq))
    .limit(limit);
  return newest ? rows.reverse() : rows;
}

/** Classmates, and teachers whom a minor asks something, see only the minor's first name. */
export function toMessage({ message, author, isQuestion }: MessageRow, viewer: Viewer): Message {
  return {
    _id: message.id,
    threadId: message.threadId,
    seq: message.seq,
    clientId: message.clientId,
    author: { _id: author.id, role: author.role, ...toMember(author, viewer, { isQuestion }) },
    text: message.text,
    sentAt: message.createdAt.toISOString(),
    deletedAt: message.deletedAt?.toISOString() ?? null,
  };
}

/** Messages as the viewer sees them, ordered by number. */
export async function selectMessages(
  db: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  options: { limit: number; newest: boolean },
): Promise<Message[]> {
  const rows = await readMessages(db, condition, options);
  return rows.map((row) => toMessage(row, viewer));
}

/** Reads messages of a thread by number. Each can then be converted for several viewers. */
export async function findMessages(
  db: Db,
  threadId: string,
  seqs: number[],
): Promise<Map<number, (viewer: Viewer) => Message>> {
  if (seqs.length === 0) return new Map();
  const rows = await readMessages(
    db,
    and(eq(messages.threadId, threadId), inArray(messages.seq, seqs)),
    { limit: seqs.length, newest: false },
  );
  return new Map(rows.map((row) => [row.message.seq, (viewer) => toMessage(row, viewer)]));
}
