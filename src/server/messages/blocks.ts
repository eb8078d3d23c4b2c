/** Blocking people, and excluding their messages from what the blocker sees as unread. */
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { BlockedPerson } from "#lib/messages/messages.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { messageBlocks, messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toMember } from "../public-person.ts";
import { isReadableBy, participantPairs } from "./participants.ts";
import { findWritable } from "./partners.ts";
import { isQuestion, isUnknownStudent } from "./question-threads.ts";

const t = getTexts("messages");

/**
 * Prevents either person from writing to the other. Blocking twice has no further effect.
 * @throws AppError `not_found` for people with whom the actor has had no contact, whether or not
 * they exist.
 */
export async function blockPerson(
  context: Context,
  actor: Actor,
  profileId: string,
): Promise<void> {
  const person = requireProfile(actor);
  if (!(await hasMet(context.db, person, profileId))) {
    throw new AppError("not_found", t("server.noPerson"));
  }
  await context.db
    .insert(messageBlocks)
    .values({ blockerId: person.profile.id, blockedId: profileId })
    .onConflictDoNothing();
}

/**
 * Whether the actor may write to the person, shares a conversation with the person, can read one of
 * the person's messages, or has blocked the person before. The ID of anyone else is no proof of
 * contact, and must not reveal a name.
 */
async function hasMet(db: Db, actor: ProfiledActor, profileId: string): Promise<boolean> {
  const own = actor.profile.id;
  if (profileId === own) return false;
  if ((await findWritable(db, actor, [profileId])).has(profileId)) return true;
  const participants = participantPairs(db);
  const ownThreads = db
    .select({ id: participants.threadId })
    .from(participants)
    .innerJoin(threads, eq(threads.id, participants.threadId))
    .where(
      and(
        eq(participants.profileId, own),
        // What a student has opened without writing is no contact for the teacher yet.
        actor.profile.role === "student"
          ? undefined
          : or(isNotNull(threads.courseId), gt(threads.lastSeq, 0)),
      ),
    );
  const inOwnThreads = db
    .select({ id: participants.profileId })
    .from(participants)
    .where(and(inArray(participants.threadId, ownThreads), eq(participants.profileId, profileId)));
  const readable = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.authorId, profileId), isReadableBy(db, own)));
  const blocked = db
    .select({ one: sql`1` })
    .from(messageBlocks)
    .where(and(eq(messageBlocks.blockerId, own), eq(messageBlocks.blockedId, profileId)));
  const [met] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(
        eq(profiles.id, profileId),
        or(inArray(profiles.id, inOwnThreads), exists(readable), exists(blocked)),
      ),
    );
  return met !== undefined;
}

export async function unblockPerson(
  context: Context,
  actor: Actor,
  profileId: string,
): Promise<void> {
  const { profile } = requireProfile(actor);
  await context.db
    .delete(messageBlocks)
    .where(and(eq(messageBlocks.blockerId, profile.id), eq(messageBlocks.blockedId, profileId)));
}

/**
 * Everyone whom the actor has blocked, ordered by name. Students see only first names of minors, and
 * so do teachers whom a minor has asked something without being enrolled.
 */
export async function listBlocked(context: Context, actor: Actor): Promise<BlockedPerson[]> {
  const { profile } = requireProfile(actor);
  const people = await context.db
    .select({
      person: { id: profiles.id, name: profiles.name, role: profiles.role, age: profiles.age },
      isQuestion: sql<boolean>`case when ${threads.id} is null
        then ${isUnknownStudent(profiles.id, sql`${profile.id}`)} else ${isQuestion} end`,
    })
    .from(messageBlocks)
    .innerJoin(profiles, eq(profiles.id, messageBlocks.blockedId))
    .leftJoin(
      threads,
      or(
        and(eq(threads.firstId, profile.id), eq(threads.secondId, profiles.id)),
        and(eq(threads.firstId, profiles.id), eq(threads.secondId, profile.id)),
      ),
    )
    .where(eq(messageBlocks.blockerId, profile.id))
    .orderBy(asc(profiles.name), asc(profiles.id));
  return people.map(({ person, ...shown }) => ({
    _id: person.id,
    name: toMember(person, profile, shown).name,
  }));
}

/** Which of these people the actor has blocked. */
export async function findBlocked(
  db: Db,
  { profile }: ProfiledActor,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: messageBlocks.blockedId })
    .from(messageBlocks)
    .where(and(eq(messageBlocks.blockerId, profile.id), inArray(messageBlocks.blockedId, ids)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether the reader hasn't blocked a message's author. Messages from blocked people don't count as
 * unread.
 */
export function isNotBlocked(db: Db, readerId: SQLWrapper): SQL {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(messageBlocks)
      .where(
        and(eq(messageBlocks.blockerId, readerId), eq(messageBlocks.blockedId, messages.authorId)),
      ),
  );
}
