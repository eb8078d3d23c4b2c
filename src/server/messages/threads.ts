/** Opening and finding conversations. */
import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { OpenThreadInput } from "#lib/messages/messages.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { requireMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { prepareOnce } from "../db/prepared.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { participantPairs } from "./participants.ts";
import { findWriting, type Writing } from "./questions.ts";

const t = getTexts("messages");

export type Thread = typeof threads.$inferSelect;

export const threadNotFound = () => new AppError("not_found", t("server.noThread"));

/**
 * Opens the conversation with a person or of a course, and creates it if necessary.
 * @returns the thread's ID.
 * @throws AppError `forbidden` for people to whom the actor may not write, whether or not they
 * exist; `invalid_input` or `conflict` for students who may not ask a teacher something at the
 * moment; `not_found` for courses of which the actor isn't a member.
 */
export async function openThread(
  context: Context,
  actor: Actor,
  { recipientId, courseId }: OpenThreadInput,
): Promise<string> {
  const person = requireProfile(actor);
  return courseId === undefined
    ? openDirectThread(context, person, recipientId ?? "")
    : openCourseThread(context.db, person, courseId);
}

async function openDirectThread(
  context: Context,
  actor: ProfiledActor,
  recipientId: string,
): Promise<string> {
  const { db } = context;
  const { profile } = actor;
  const [firstId = "", secondId = ""] = [profile.id, recipientId].sort();
  const pair = and(eq(threads.firstId, firstId), eq(threads.secondId, secondId));
  const [existing] = await db.select({ id: threads.id }).from(threads).where(pair);
  if (existing) return existing.id;
  const { refusal } = (await findWriting(context, db, actor, [recipientId]))(recipientId);
  if (refusal) throw refusal;
  await db.insert(threads).values({ firstId, secondId }).onConflictDoNothing();
  const [thread] = await db.select({ id: threads.id }).from(threads).where(pair);
  if (!thread) throw new Error("The thread was not stored");
  return thread.id;
}

async function openCourseThread(db: Db, actor: ProfiledActor, courseId: string): Promise<string> {
  await requireMemberOf(db, actor, courseId, { refusal: threadNotFound });
  await db.insert(threads).values({ courseId }).onConflictDoNothing();
  const [thread] = await db
    .select({ id: threads.id })
    .from(threads)
    .where(eq(threads.courseId, courseId));
  if (!thread) throw new Error("The thread was not stored");
  return thread.id;
}

const selectOwn = prepareOnce((db) => {
  const participants = participantPairs(db);
  return db
    .select({
      thread: threads,
      hasMessage: sql<boolean>`exists ${db
        .select({ one: sql`1` })
        .from(messages)
        .where(
          and(
            eq(messages.threadId, threads.id),
            eq(messages.authorId, participants.profileId),
            eq(messages.clientId, sql.placeholder("clientId")),
          ),
        )}`,
    })
    .from(threads)
    .innerJoin(participants, eq(participants.threadId, threads.id))
    .where(
      and(
        eq(threads.id, sql.placeholder("threadId")),
        sql`${participants.profileId} = ${sql.placeholder("profileId")}`,
      ),
    )
    .prepare("find-own-thread");
});

/**
 * Finds a thread in which the actor participates, and whether it contains the actor's message with
 * this `clientId`.
 * @throws AppError `not_found`, including for threads of other people.
 */
export async function findOwnThreadWith(
  db: Db,
  { profile }: ProfiledActor,
  threadId: string,
  clientId: string,
): Promise<{ thread: Thread; hasMessage: boolean }> {
  const values = { threadId, profileId: profile.id, clientId };
  const [own] = await selectOwn(db).execute(values);
  if (!own) throw threadNotFound();
  return own;
}

/**
 * Finds a thread in which the actor participates.
 * @throws AppError `not_found`, including for threads of other people.
 */
export async function findOwnThread(
  db: Db,
  actor: ProfiledActor,
  threadId: string,
): Promise<Thread> {
  return (await findOwnThreadWith(db, actor, threadId, "")).thread;
}

/** The other person of a direct thread; null for the thread of a course. */
export function otherPerson(
  { firstId, secondId }: Pick<Thread, "firstId" | "secondId">,
  own: string,
): string | null {
  return firstId === own ? secondId : firstId;
}

/** How the actor writes in a thread. Everyone who participates in a course's thread may write. */
export async function findThreadWriting(
  context: Context,
  actor: ProfiledActor,
  thread: Thread,
): Promise<Writing> {
  const other = otherPerson(thread, actor.profile.id);
  if (!other) return { refusal: undefined, question: undefined };
  return (await findWriting(context, context.db, actor, [other]))(other);
}

/** @throws AppError of `findWriting` if the actor may not write to the other person. */
export async function requireWritable(
  context: Context,
  actor: ProfiledActor,
  thread: Thread,
): Promise<Writing> {
  const writing = await findThreadWriting(context, actor, thread);
  if (writing.refusal) throw writing.refusal;
  return writing;
}
