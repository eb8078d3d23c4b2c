/** Blocked people, and which of their messages don't count. */
import { and, asc, eq, inArray, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { BlockedPerson } from "#lib/messages/messages.responses.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { messageBlocks, messages } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";

/** From now on neither writes to the other. Blocking twice is blocking once. */
export async function blockPerson(
  context: Context,
  actor: Actor,
  profileId: string,
): Promise<void> {
  const { profile } = requireProfile(actor);
  const [person] = await context.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  if (!person || person.id === profile.id) throw new AppError("not_found", "Person not found");
  await context.db
    .insert(messageBlocks)
    .values({ blockerId: profile.id, blockedId: person.id })
    .onConflictDoNothing();
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

/** Everyone whom the actor has blocked, by name. */
export async function listBlocked(context: Context, actor: Actor): Promise<BlockedPerson[]> {
  const { profile } = requireProfile(actor);
  return context.db
    .select({ _id: profiles.id, name: profiles.name })
    .from(messageBlocks)
    .innerJoin(profiles, eq(profiles.id, messageBlocks.blockedId))
    .where(eq(messageBlocks.blockerId, profile.id))
    .orderBy(asc(profiles.name), asc(profiles.id));
}

/** Those of the people whom the actor has blocked. */
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

/** Whether a message's author isn't blocked by the reader: what such people write doesn't wait. */
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
