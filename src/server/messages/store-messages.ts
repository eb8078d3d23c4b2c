/**
 * Stores messages and notifies the participants, in one statement. The messages of a conversation
 * are numbered under a lock on its row, which is held until the disk has confirmed the commit.
 * Messages that arrive in the meantime are stored together in the next statement.
 */
import { sql } from "drizzle-orm";
import type { Role } from "#lib/people/people.options.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { newId } from "../db/id.ts";
import { messages, threadStates, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { createGroupedWork } from "../grouped-work.ts";
import { messageEventsChannel } from "./live/message-events.ts";
import type { MessageRow } from "./message.view.ts";
import { participantPairs } from "./participants.ts";

export interface NewMessage {
  authorId: string;
  clientId: string;
  text: string;
}

/** The new message. Undefined if it was already stored, or if its author isn't a participant. */
type Stored = MessageRow | undefined;
type Store = (threadId: string, message: NewMessage) => Promise<Stored>;

const maxMessages = 50;
const stores = new WeakMap<Context, Store>();

/** Stores a message of a thread, unless one with its author and `clientId` exists. */
export function storeMessage(
  context: Context,
  threadId: string,
  message: NewMessage,
): Promise<Stored> {
  const store =
    stores.get(context) ??
    createGroupedWork(
      (thread: string, group: NewMessage[]) => storeGroup(context.db, thread, group),
      { maxItems: maxMessages },
    );
  stores.set(context, store);
  return store(threadId, message);
}

/**
 * If a message is sent twice at the same time, to two processes, the second insert violates a
 * constraint. The retry finds the stored message.
 */
async function storeGroup(db: Db, threadId: string, group: NewMessage[]): Promise<Stored[]> {
  try {
    return await insertMessages(db, threadId, group);
  } catch (error) {
    if (findBrokenConstraint(error) !== "messages_once") throw error;
    return insertMessages(db, threadId, group);
  }
}

interface StoredRow extends Record<string, unknown> {
  id: string;
  seq: number;
  authorId: string;
  clientId: string;
  name: string;
  role: Role;
  profileImageUrl: string | null;
  age: number | null;
}

const nameOf = ({ authorId, clientId }: Pick<NewMessage, "authorId" | "clientId">) =>
  JSON.stringify([authorId, clientId]);

/** @returns undefined for each message that isn't stored now (`Stored`). */
export async function insertMessages(
  db: Db,
  threadId: string,
  group: NewMessage[],
): Promise<Stored[]> {
  const createdAt = new Date();
  const now = createdAt.toISOString();
  const folded = group.map(({ text }) => foldForSearch(text));
  const list = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const participants = participantPairs(db);
  const { rows } = await db.execute<StoredRow>(sql`
    with given as (
      select distinct on (author_id, client_id) * from unnest(
        ${list(group.map(() => newId("msg")))}, ${list(group.map(({ authorId }) => authorId))},
        ${list(group.map(({ clientId }) => clientId))}, ${list(group.map(({ text }) => text))},
        ${list(folded)}
      ) with ordinality as given (id, author_id, client_id, text, search_text, place)
      order by author_id, client_id, place
    ), fresh as (
      select given.*, row_number() over (order by place) as number from given
      where not exists (
        select from ${messages} as known
        where known.author_id = given.author_id and known.client_id = given.client_id
      ) and exists (
        select from ${participants}
        where participants.id = ${threadId} and participant_id = given.author_id
      )
    ), thread as (
      update ${threads} as thread
      set last_seq = thread.last_seq + added.count, last_message_at = ${now}::timestamptz
      from (select count(*)::int as count from fresh) as added
      where thread.id = ${threadId} and added.count > 0
      returning thread.last_seq - added.count as before
    ), stored as (
      insert into ${messages} (id, thread_id, seq, author_id, client_id, text, search_text, created_at)
      select fresh.id, ${threadId}, thread.before + fresh.number, fresh.author_id, fresh.client_id,
        fresh.text, fresh.search_text, ${now}::timestamptz
      from fresh, thread
      returning id, seq, author_id, client_id
    ), progress as (
      insert into ${threadStates} (thread_id, profile_id, read_seq, delivered_seq, reminded_seq)
      select ${threadId}, author_id, max(seq), max(seq), max(seq) from stored group by author_id
      on conflict (thread_id, profile_id) do update set read_seq = excluded.read_seq,
        delivered_seq = excluded.delivered_seq, reminded_seq = excluded.reminded_seq
    )
    select stored.id, stored.seq, stored.author_id as "authorId", stored.client_id as "clientId",
      author.name, author.role, author.profile_image_url as "profileImageUrl", author.age,
      pg_notify(${messageEventsChannel}, json_build_object(
        'type', 'message', 'threadId', ${threadId}::text, 'seq', stored.seq
      )::text)
    from stored join ${profiles} as author on author.id = stored.author_id
    order by stored.seq`);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return group.map((given) => {
    const { authorId, clientId, text } = given;
    const row = byName.get(nameOf(given));
    // If the same message is in the group twice, it was stored for the first of the two.
    if (!row || !byName.delete(nameOf(given))) return undefined;
    const { id, seq, name, role, profileImageUrl, age } = row;
    return {
      message: { id, threadId, seq, authorId, clientId, text, createdAt, deletedAt: null },
      author: { id: authorId, name, role, profileImageUrl, age },
      // Only the author gets this row.
      isQuestion: false,
    };
  });
}
