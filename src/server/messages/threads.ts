/** Opening and finding conversations. */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { conversationMessages } from "#lib/messages/messages.rules.ts";
import type { OpenThreadInput } from "#lib/messages/messages.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { requireMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { threads } from "../db/tables/messages.table.ts";
import { participantPairs } from "./participants.ts";
import { findWritable } from "./partners.ts";

export type Thread = typeof threads.$inferSelect;

export const threadNotFound = () => new AppError("not_found", conversationMessages.noThread);
const mayNotWrite = () => new AppError("forbidden", conversationMessages.mayNotWrite);

/**
 * Opens the conversation with a person or of a course, and creates it if necessary.
 * @returns the thread's ID.
 * @throws AppError `forbidden` for people to whom the actor may not write, existing or not;
 * `not_found` for courses of which the actor isn't a member.
 */
export async function openThread(
  context: Context,
  actor: Actor,
  { recipientId, courseId }: OpenThreadInput,
): Promise<string> {
  const person = requireProfile(actor);
  return courseId === undefined
    ? openDirectThread(context.db, person, recipientId ?? "")
    : openCourseThread(context.db, person, courseId);
}

async function openDirectThread(
  db: Db,
  { profile, ...actor }: ProfiledActor,
  recipientId: string,
): Promise<string> {
  const [firstId = "", secondId = ""] = [profile.id, recipientId].sort();
  const pair = and(eq(threads.firstId, firstId), eq(threads.secondId, secondId));
  const [existing] = await db.select({ id: threads.id }).from(threads).where(pair);
  if (existing) return existing.id;
  const writable = await findWritable(db, { ...actor, profile }, [recipientId]);
  if (!writable.has(recipientId)) throw mayNotWrite();
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

/**
 * Finds a thread in which the actor participates.
 * @param lock locks the row until the transaction ends, so that concurrent messages get consecutive
 * numbers.
 * @throws AppError `not_found`, also for threads of other people.
 */
export async function findOwnThread(
  db: Db,
  { profile }: ProfiledActor,
  threadId: string,
  { lock = false } = {},
): Promise<Thread> {
  const participants = participantPairs(db);
  const [own] = await db
    .select({ id: participants.threadId })
    .from(participants)
    .where(and(eq(participants.threadId, threadId), eq(participants.profileId, profile.id)));
  if (!own) throw threadNotFound();
  const query = db.select().from(threads).where(eq(threads.id, threadId));
  const [thread] = lock ? await query.for("update") : await query;
  if (!thread) throw threadNotFound();
  return thread;
}

/** The other person of a direct thread; null for the thread of a course. */
export function otherPerson(
  { firstId, secondId }: Pick<Thread, "firstId" | "secondId">,
  own: string,
): string | null {
  return firstId === own ? secondId : firstId;
}

/**
 * @throws AppError `forbidden` if the actor may not write to the other person of a direct thread.
 */
export async function requireWritable(db: Db, actor: ProfiledActor, thread: Thread): Promise<void> {
  const other = otherPerson(thread, actor.profile.id);
  if (other && !(await findWritable(db, actor, [other])).has(other)) throw mayNotWrite();
}
