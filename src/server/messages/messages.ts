/** Sending, reading and searching messages. */
import { and, desc, eq, gt, like, lt, sql } from "drizzle-orm";
import type { Message, MessagePage, Progress } from "#lib/messages/messages.responses.ts";
import {
  type MessagesQuery,
  messagesPerMinute,
  type SendMessageInput,
  type ThreadStateInput,
} from "#lib/messages/messages.ts";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { messages, threadStates } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toClassmate } from "../public-person.ts";
import { publishEvent } from "./live/message-events.ts";
import { selectMessages, toMessage } from "./message.view.ts";
import { isReadableBy, type ParticipantOptions } from "./participants.ts";
import { storeQuestion } from "./questions.ts";
import { storeMessage } from "./store-messages.ts";
import {
  findOwnThread,
  findOwnThreadWith,
  findThreadWriting,
  otherPerson,
  requireWritable,
  type Thread,
  threadNotFound,
} from "./threads.ts";

const t = getTexts("messages");

const sendLimit = {
  name: "messages",
  points: messagesPerMinute,
  duration: 60,
  get message() {
    return t("server.tooMany");
  },
};
const searchLimit = { name: "message-search", points: 60, duration: 60 };
const typingLimit = { name: "typing", points: 60, duration: 60, blocksInMemory: true };
const progressLimit = { name: "message-progress", points: 120, duration: 60, blocksInMemory: true };

/**
 * Sends a message once per `clientId`, however often the request is repeated. Everyone in the
 * thread is notified on commit.
 *
 * @throws AppError `not_found`, `forbidden`, `rate_limited`; `invalid_input` or `conflict` for
 * students who may not ask the teacher something at the moment.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  threadId: string,
  { text, clientId }: SendMessageInput,
): Promise<{ message: Message; isNew: boolean }> {
  const author = requireProfile(actor);
  const own = author.profile.id;
  const { thread, hasMessage } = await findOwnThreadWith(context.db, author, threadId, clientId);
  // The message was already stored and only the response was lost, so neither the limit nor the
  // permission to write matters.
  if (!hasMessage) {
    await context.limits.consume(sendLimit, own);
    const { question, refusal } = await findThreadWriting(context, author, thread);
    const teacherId = question && author.profile.role === "student" && otherPerson(thread, own);
    // `storeQuestion` decides again, after requests that were sent at the same time: one of them may
    // have stored this message, and with it the last one that is allowed.
    if (refusal && !teacherId) throw refusal;
    const sent = { authorId: own, clientId, text };
    const stored = teacherId
      ? await storeQuestion(context, author, { id: threadId, teacherId }, sent)
      : await storeMessage(context, threadId, sent);
    if (stored) return { message: toMessage(stored, author.profile), isNew: true };
  }
  const [message] = await selectMessages(
    context.db,
    author.profile,
    and(
      eq(messages.threadId, threadId),
      eq(messages.authorId, own),
      eq(messages.clientId, clientId),
    ),
    { limit: 1, newest: false },
  );
  if (!message) throw threadNotFound();
  return { message, isNew: false };
}

/**
 * A page of the conversation, oldest first: the newest messages, or those before or after a number.
 * `hasMore` says whether there are more in that direction.
 */
export async function listMessages(
  context: Context,
  actor: Actor,
  threadId: string,
  { before, after, limit }: MessagesQuery,
): Promise<MessagePage> {
  const reader = requireProfile(actor);
  const thread = await findOwnThread(context.db, reader, threadId);
  return readMessageRange(context.db, reader.profile, thread, { before, after, limit });
}

/**
 * The messages of a thread that the reader may read. The caller has checked that the reader is a
 * participant.
 */
export async function readMessageRange(
  db: Db,
  reader: ProfiledActor["profile"],
  thread: Pick<Thread, "id" | "lastSeq">,
  { before, after, limit }: MessagesQuery,
  options?: ParticipantOptions,
): Promise<MessagePage> {
  const newest = after === undefined;
  const found = await selectMessages(
    db,
    reader,
    and(
      eq(messages.threadId, thread.id),
      isReadableBy(db, reader.id, options),
      before === undefined ? undefined : lt(messages.seq, before),
      after === undefined ? undefined : gt(messages.seq, after),
    ),
    { limit: limit + 1, newest },
  );
  const hasMore = found.length > limit;
  return { messages: newest ? found.slice(-limit) : found.slice(0, limit), hasMore };
}

/**
 * Records the last message that the person has read. A number beyond the newest message counts as
 * the newest. Beyond the rate limit, nothing is stored and no error is thrown, because browsers
 * save progress automatically and people couldn't act on an error.
 */
export async function saveThreadState(
  context: Context,
  actor: Actor,
  threadId: string,
  { readSeq = 0, deliveredSeq = 0 }: ThreadStateInput,
): Promise<Progress> {
  const person = requireProfile(actor);
  const { profile } = person;
  const isAllowed = await context.limits.tryConsume(progressLimit, profile.id);
  if (!isAllowed) return readProgress(context.db, person, threadId);
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
    const otherId = otherPerson(thread, profile.id);
    const { sessionId } = person;
    await publishEvent(tx, {
      type: "state",
      threadId,
      profileId: profile.id,
      sessionId,
      otherId,
      ...now,
    });
    return now;
  });
}

async function readProgress(db: Db, { profile }: ProfiledActor, threadId: string) {
  const [state] = await db
    .select({ readSeq: threadStates.readSeq, deliveredSeq: threadStates.deliveredSeq })
    .from(threadStates)
    .where(and(eq(threadStates.threadId, threadId), eq(threadStates.profileId, profile.id)));
  return state ?? { readSeq: 0, deliveredSeq: 0 };
}

/**
 * Notifies the others in the thread that the person is typing, unless the person has reached the
 * limit. Nothing is stored.
 */
export async function publishTyping(
  context: Context,
  actor: Actor,
  threadId: string,
): Promise<void> {
  const person = requireProfile(actor);
  if (!(await context.limits.tryConsume(typingLimit, person.profile.id))) return;
  const thread = await findOwnThread(context.db, person, threadId);
  const { question } = await requireWritable(context, person, thread);
  // A question and its author stay hidden from the teacher until the first message is sent.
  if (question && thread.lastSeq === 0) return;
  const [typist] = await context.db
    .select()
    .from(profiles)
    .where(eq(profiles.id, person.profile.id));
  if (!typist) return;
  const classmateName = toClassmate(typist).name;
  const { id: profileId } = typist;
  const name = question ? classmateName : typist.name;
  await publishEvent(context.db, { type: "typing", threadId, profileId, name, classmateName });
}

/** The newest fifty messages that contain the text and that the person may read, newest first. */
export async function searchMessages(
  context: Context,
  actor: Actor,
  search: string,
): Promise<Message[]> {
  const { profile } = requireProfile(actor);
  if (foldForSearch(search) === "") return [];
  await context.limits.consume(searchLimit, profile.id);
  const hits = await context.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(like(messages.searchText, containsPattern(search)), isReadableBy(context.db, profile.id)),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(50);
  if (hits.length === 0) return [];
  const found = await selectMessages(
    context.db,
    profile,
    sql`${messages.id} in ${hits.map(({ id }) => id)}`,
    { limit: 50, newest: false },
  );
  return found.sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
