/** Sending, reading and finding messages. */
import { and, desc, eq, gt, like, lt, sql } from "drizzle-orm";
import {
  type Message,
  type MessagePage,
  type MessagesQuery,
  messagesPerMinute,
  messageTexts,
  type Progress,
  type SendMessageInput,
  type ThreadStateInput,
} from "#lib/messages.ts";
import { containsPattern, foldForSearch } from "#lib/search-text.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { selectMessages } from "./message.view.ts";
import { messages, threadStates, threads } from "./messages.table.ts";
import { tellOthers } from "./news.ts";
import { participantPairs } from "./participants.ts";
import { findOwnThread, noThread, requireMayWrite } from "./threads.ts";

const sendLimit = {
  name: "messages",
  points: messagesPerMinute,
  duration: 60,
  message: messageTexts.tooMany,
};
const searchLimit = { name: "message-search", points: 60, duration: 60 };
const typingLimit = { name: "typing", points: 60, duration: 60 };

/**
 * Sends a message, once per `clientId` however often it is asked. Everybody in the thread hears of
 * it when the transaction commits.
 * @throws AppError `not_found`, `forbidden`, `rate_limited`.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  threadId: string,
  { text, clientId }: SendMessageInput,
): Promise<{ message: Message; isNew: boolean }> {
  const author = requireProfile(actor);
  const own = author.profile.id;
  await findOwnThread(context.db, author, threadId);
  const sameName = and(eq(messages.authorId, own), eq(messages.clientId, clientId));
  const known = await selectMessages(context.db, sameName, { limit: 1, newest: false });
  const [before] = known;
  // It arrived before, and only the answer was lost; who may write now doesn't matter.
  if (before?.threadId === threadId) return { message: before, isNew: false };
  await context.limits.consume(sendLimit, own);

  const isNew = await context.db.transaction(async (tx) => {
    const thread = await findOwnThread(tx, author, threadId, { lock: true });
    await requireMayWrite(tx, author, thread);
    const seq = thread.lastSeq + 1;
    const createdAt = new Date();
    const stored = await tx
      .insert(messages)
      .values({
        threadId,
        seq,
        authorId: own,
        clientId,
        text,
        searchText: foldForSearch(text),
        createdAt,
      })
      .onConflictDoNothing({ target: [messages.authorId, messages.clientId] })
      .returning({ id: messages.id });
    if (stored.length === 0) return false;
    await tx
      .update(threads)
      .set({ lastSeq: seq, lastMessageAt: createdAt })
      .where(eq(threads.id, threadId));
    await tx
      .insert(threadStates)
      .values({ threadId, profileId: own, readSeq: seq, deliveredSeq: seq, remindedSeq: seq })
      .onConflictDoUpdate({
        target: [threadStates.threadId, threadStates.profileId],
        set: { readSeq: seq, deliveredSeq: seq, remindedSeq: seq },
      });
    await tellOthers(tx, { type: "message", threadId, seq });
    return true;
  });
  const [message] = await selectMessages(context.db, sameName, { limit: 1, newest: false });
  if (!message || message.threadId !== threadId) throw noThread();
  return { message, isNew };
}

/**
 * A stretch of the conversation, oldest first: the newest messages, those before a number, or
 * those after one. `hasMore` tells whether there are others beyond it in that direction.
 */
export async function listMessages(
  context: Context,
  actor: Actor,
  threadId: string,
  { before, after, limit }: MessagesQuery,
): Promise<MessagePage> {
  const thread = await findOwnThread(context.db, requireProfile(actor), threadId);
  const found = await selectMessages(
    context.db,
    and(
      eq(messages.threadId, thread.id),
      before === undefined ? undefined : lt(messages.seq, before),
      after === undefined ? undefined : gt(messages.seq, after),
    ),
    { limit, newest: after === undefined },
  );
  const first = found[0]?.seq ?? 1;
  const last = found.at(-1)?.seq ?? thread.lastSeq;
  return { messages: found, hasMore: after === undefined ? first > 1 : last < thread.lastSeq };
}

/** Notes how far the person has come; numbers beyond the newest message count as that. */
export async function saveThreadState(
  context: Context,
  actor: Actor,
  threadId: string,
  { readSeq = 0, deliveredSeq = 0 }: ThreadStateInput,
): Promise<Progress> {
  const person = requireProfile(actor);
  const { profile } = person;
  return context.db.transaction(async (tx) => {
    const thread = await findOwnThread(tx, person, threadId);
    const read = Math.min(readSeq, thread.lastSeq);
    const delivered = Math.min(Math.max(deliveredSeq, read), thread.lastSeq);
    const [state] = await tx
      .insert(threadStates)
      .values({ threadId, profileId: profile.id, readSeq: read, deliveredSeq: delivered })
      .onConflictDoUpdate({
        target: [threadStates.threadId, threadStates.profileId],
        set: {
          readSeq: sql`greatest(${threadStates.readSeq}, ${read})`,
          deliveredSeq: sql`greatest(${threadStates.deliveredSeq}, ${delivered})`,
        },
      })
      .returning();
    if (!state) throw new Error("The state was not stored");
    const now = { readSeq: state.readSeq, deliveredSeq: state.deliveredSeq };
    await tellOthers(tx, { type: "state", threadId, profileId: profile.id, ...now });
    return now;
  });
}

/** Tells the others in the thread that the person is typing. Kept nowhere. */
export async function tellTyping(context: Context, actor: Actor, threadId: string): Promise<void> {
  const person = requireProfile(actor);
  await context.limits.consume(typingLimit, person.profile.id);
  const thread = await findOwnThread(context.db, person, threadId);
  await requireMayWrite(context.db, person, thread);
  const { name, profile } = person;
  await tellOthers(context.db, { type: "typing", threadId, profileId: profile.id, name });
}

/** The person's messages that contain the words, newest first, at most fifty. */
export async function searchMessages(
  context: Context,
  actor: Actor,
  words: string,
): Promise<Message[]> {
  const { profile } = requireProfile(actor);
  if (foldForSearch(words) === "") return [];
  await context.limits.consume(searchLimit, profile.id);
  const participants = participantPairs(context.db);
  const own = context.db
    .select({ id: participants.threadId })
    .from(participants)
    .where(eq(participants.profileId, profile.id));
  const hits = await context.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(sql`${messages.threadId} in ${own}`, like(messages.searchText, containsPattern(words))),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(50);
  if (hits.length === 0) return [];
  const found = await selectMessages(
    context.db,
    sql`${messages.id} in ${hits.map(({ id }) => id)}`,
    { limit: 50, newest: false },
  );
  return found.sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
