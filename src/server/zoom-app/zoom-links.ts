/**
 * The links between Zoom users and accounts, and the app's sessions, which depend on these links.
 */
import { and, desc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { ZoomLink } from "#lib/zoom-app/zoom-app.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { findSessionActor, type SessionActor } from "../accounts/sessions/session-actor.ts";
import { keepAppSession, revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { zoomLinks } from "../db/tables/zoom-app.table.ts";
import { hashZoomUser, listZoomUserHashes } from "./zoom-user.ts";

const texts = getTexts("zoomApp");

/**
 * The maximum number of Zoom users per account. Beyond it, the least recently used one is replaced.
 */
export const maxZoomLinks = 5;

/**
 * How long a session of the app lasts without a new context from Zoom: a little longer than an
 * access token.
 */
const appSessionMs = 20 * 60_000;

/**
 * Opens a session of the account to which the Zoom user is linked. All open apps of a Zoom user
 * share one session.
 * @param userId the Zoom user's ID, from a verified context.
 * @returns undefined if the Zoom user isn't linked.
 */
export function openLinkedSession(
  { db, config }: Context,
  userId: string,
): Promise<SessionActor | undefined> {
  return db.transaction(async (tx) => {
    const isOfUser = inArray(zoomLinks.zoomUserHash, listZoomUserHashes(config, userId));
    const [link] = await tx.select().from(zoomLinks).where(isOfUser).for("update");
    if (!link) return undefined;
    // Updates a link that was stored before the secret was replaced.
    const zoomUserHash = hashZoomUser(config, userId);
    return openSession(tx, { ...link, zoomUserHash });
  });
}

/** Opens the session of a link whose row is locked. */
async function openSession(
  tx: Db,
  { id, userId, sessionId: before, zoomUserHash }: typeof zoomLinks.$inferSelect,
): Promise<SessionActor | undefined> {
  const now = Date.now();
  const expiresAt = new Date(now + appSessionMs);
  const sessionId = await keepAppSession(tx, { userId, sessionId: before, app: "zoom" }, expiresAt);
  await tx
    .update(zoomLinks)
    .set({ sessionId, zoomUserHash, lastUsedAt: new Date(now) })
    .where(eq(zoomLinks.id, id));
  return findSessionActor(tx, sessionId);
}

// An arbitrary number, which must be the same in all processes and versions.
const lockSpace = 5_071_193n;

/**
 * Links a Zoom user to an account, and opens its session. An earlier link of the Zoom user ends.
 * The account's row must be locked, so that two Zoom users are linked to it one after the other.
 */
export async function createLink(
  tx: Db,
  { userId, zoomUserHash }: { userId: string; zoomUserHash: string },
): Promise<SessionActor | undefined> {
  // One Zoom user may be linked to two accounts at the same time, and may not have a row to lock
  // yet.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${zoomUserHash}, ${lockSpace}))`,
  );
  await endLinks(tx, eq(zoomLinks.zoomUserHash, zoomUserHash));
  const kept = await tx
    .select({ id: zoomLinks.id })
    .from(zoomLinks)
    .where(eq(zoomLinks.userId, userId))
    .orderBy(desc(zoomLinks.lastUsedAt), desc(zoomLinks.id));
  const surplus = kept.slice(maxZoomLinks - 1).map(({ id }) => id);
  if (surplus.length > 0) await endLinks(tx, inArray(zoomLinks.id, surplus));
  const [link] = await tx
    .insert(zoomLinks)
    .values({ userId, zoomUserHash, lastUsedAt: new Date() })
    .returning();
  if (!link) throw new Error("The link was not stored.");
  return openSession(tx, link);
}

/** Deletes links and ends their sessions. @returns the number of deleted links. */
async function endLinks(tx: Db, which: SQL | undefined): Promise<number> {
  const ended = await tx
    .delete(zoomLinks)
    .where(which)
    .returning({ sessionId: zoomLinks.sessionId });
  for (const { sessionId } of ended) {
    if (sessionId) await revokeSessions(tx, { sessionId });
  }
  return ended.length;
}

/**
 * Ends the link of a Zoom user who has removed the app.
 * @param accountId the user's ID at Zoom.
 * @param at when the app was removed. Later links are unaffected.
 */
export async function endLinksOfAccount(
  { db, config }: Context,
  provider: string,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  if (provider !== "zoom") return;
  const isOfUser = inArray(zoomLinks.zoomUserHash, listZoomUserHashes(config, accountId));
  await db.transaction((tx) => endLinks(tx, and(isOfUser, lte(zoomLinks.createdAt, at))));
}

const isOwn = ({ userId }: Actor) => eq(zoomLinks.userId, userId);

/** The actor's linked Zoom users, most recently used first. */
export async function listOwnLinks({ db }: Context, actor: Actor): Promise<ZoomLink[]> {
  const rows = await db
    .select()
    .from(zoomLinks)
    .where(isOwn(actor))
    .orderBy(desc(zoomLinks.lastUsedAt), desc(zoomLinks.id));
  return rows.map(({ id, createdAt, lastUsedAt }) => ({
    _id: id,
    linkedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/** @throws AppError `not_found` if the link is missing or belongs to another account. */
export async function endOwnLink({ db }: Context, actor: Actor, linkId: string): Promise<void> {
  const which = and(isOwn(actor), eq(zoomLinks.id, linkId));
  const ended = await db.transaction((tx) => endLinks(tx, which));
  if (ended === 0) throw new AppError("not_found", texts("noLink"));
}

/** Ends the link through which the actor's app was opened. */
export async function endCurrentLink({ db }: Context, actor: Actor): Promise<void> {
  const which = and(isOwn(actor), eq(zoomLinks.sessionId, actor.sessionId));
  await db.transaction((tx) => endLinks(tx, which));
}
