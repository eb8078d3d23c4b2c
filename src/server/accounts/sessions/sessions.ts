/** Sessions of logged-in browsers: starting, refreshing and ending them. */
import { and, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { randomToken } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/id.ts";
import { type RetiredToken, sessions, users } from "../../db/tables/accounts.table.ts";
import { zoomLinks } from "../../db/tables/zoom-app.table.ts";
import { isNotSuspended } from "../../public-person.ts";
import { findSessionActor, type SessionActor } from "./session-actor.ts";
import {
  createSessionToken,
  hashSessionToken,
  nextSessionToken,
  readSessionToken,
  recentlyRetired,
  sessionIdleMs,
  sessionLifetimeMs,
} from "./session-token.ts";

export interface Session {
  actor: SessionActor;
  /** The value for the session cookie. */
  token: string;
  /** When the session ends if it isn't used before then. */
  endsAt: Date;
}

type SessionRow = typeof sessions.$inferSelect;

/**
 * Starts a session. It lasts 60 days at most, and ends after 14 days without use.
 * @throws Error if the account was deleted.
 */
export async function startSession(
  config: Config,
  db: Db,
  userId: string,
  userAgent: string | undefined,
): Promise<Session> {
  const session = await startSessionWith(config, db, eq(users.id, userId), userAgent);
  if (!session) throw new Error("A session can't be started for a deleted account.");
  return session;
}

/**
 * Like `startSession`, for the account that matches the condition when the session is stored.
 * Undefined if none does, or if it was deleted. A concurrent change of the account waits until the
 * session is committed, and can then end it.
 */
export async function startSessionWith(
  config: Config,
  db: Db,
  condition: SQL | undefined,
  userAgent: string | undefined,
): Promise<Session | undefined> {
  const id = newId("ses");
  const token = createSessionToken(config, id);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  const account = db
    .select({
      id: sql<string>`${id}`.as("id"),
      userId: users.id,
      tokenHash: sql<string>`${hashSessionToken(config, token)}`.as("token_hash"),
      retiredTokens: sql<RetiredToken[]>`'[]'::jsonb`.as("retired_tokens"),
      createdAt: sql`${now.toISOString()}::timestamptz`.as("created_at"),
      lastUsedAt: sql`${now.toISOString()}::timestamptz`.as("last_used_at"),
      expiresAt: sql`${expiresAt.toISOString()}::timestamptz`.as("expires_at"),
      revokedAt: sql`null::timestamptz`.as("revoked_at"),
      userAgent: sql`${userAgent ?? null}::text`.as("user_agent"),
      app: sql<"zoom" | null>`null::text`.as("app"),
      secondFactorAt: sql`null::timestamptz`.as("second_factor_at"),
    })
    .from(users)
    .where(and(condition, isNull(users.deletedAt), isNotSuspended()))
    .for("share");
  const stored = await db.insert(sessions).select(account).returning({ id: sessions.id });
  const actor = stored.length > 0 ? await findSessionActor(db, id) : undefined;
  return actor && { actor, token, endsAt: endOf(expiresAt) };
}

/**
 * Refreshes the session of this token and replaces the token. Returns undefined if the session has
 * ended. A token that was replaced in the last 10 s gets the same successor again. The reuse of an
 * older one means that two parties have it, so it ends the session.
 */
export async function refreshSession(
  context: Context,
  token: string,
): Promise<Session | undefined> {
  const { config } = context;
  const sessionId = readSessionToken(config, token);
  if (!sessionId) return undefined;
  return context.db.transaction(async (tx) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId))
      .for("update");
    if (!session || hasEnded(session)) return undefined;
    const successor = findSuccessor(config, session, token);
    if (!successor) {
      await revokeSessions(tx, { sessionId });
      context.log.warn({ sessionId }, "A session token was reused; the session was ended");
      return undefined;
    }
    await tx
      .update(sessions)
      .set(rotate(config, session, token))
      .where(eq(sessions.id, sessionId));
    const actor = await findSessionActor(tx, sessionId);
    return actor && { actor, token: successor, endsAt: endOf(session.expiresAt) };
  });
}

/**
 * Starts the session of an app, or extends the given one if it hasn't ended. The app identifies
 * itself again before the session expires, so no cookie or refresh token exists.
 * @returns the ID of the session.
 */
export async function keepAppSession(
  db: Db,
  { userId, sessionId, app }: { userId: string; sessionId: string | null; app: "zoom" },
  expiresAt: Date,
): Promise<string> {
  const now = new Date();
  const extended = await db
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt })
    .where(
      and(
        eq(sessions.id, sessionId ?? ""),
        eq(sessions.userId, userId),
        eq(sessions.app, app),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .returning({ id: sessions.id });
  const [kept] = extended;
  if (kept) return kept.id;
  const id = newId("ses");
  const tokenHash = randomToken();
  await db.insert(sessions).values({ id, userId, app, tokenHash, lastUsedAt: now, expiresAt });
  return id;
}

/**
 * Ends one session, or all sessions of a user except one. Links to Zoom users, which could start
 * another session, end with them.
 */
export async function revokeSessions(
  db: Db,
  which: { sessionId: string } | { userId: string; except?: string },
): Promise<void> {
  const link =
    "sessionId" in which
      ? eq(zoomLinks.sessionId, which.sessionId)
      : eq(zoomLinks.userId, which.userId);
  await db.delete(zoomLinks).where(link);
  const chosen =
    "sessionId" in which
      ? eq(sessions.id, which.sessionId)
      : and(
          eq(sessions.userId, which.userId),
          which.except === undefined ? undefined : ne(sessions.id, which.except),
        );
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(chosen, isNull(sessions.revokedAt)));
}

function hasEnded(session: SessionRow): boolean {
  const now = Date.now();
  return (
    session.revokedAt !== null ||
    session.expiresAt.getTime() <= now ||
    session.lastUsedAt.getTime() + sessionIdleMs <= now
  );
}

/** When a session that is used now ends, unless it is used again. */
function endOf(expiresAt: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), Date.now() + sessionIdleMs));
}

/**
 * The token to return for this one: a new one, or the current one if this one was replaced
 * recently.
 */
function findSuccessor(config: Config, session: SessionRow, token: string): string | undefined {
  const hash = hashSessionToken(config, token);
  if (hash === session.tokenHash) return nextSessionToken(config, token);
  const retired = recentlyRetired(session.retiredTokens);
  if (!retired.some((one) => one.hash === hash)) return undefined;
  let successor = token;
  for (const _ of retired) {
    successor = nextSessionToken(config, successor);
    if (hashSessionToken(config, successor) === session.tokenHash) return successor;
  }
  return undefined;
}

function rotate(config: Config, session: SessionRow, token: string): Partial<SessionRow> {
  const now = new Date();
  const hash = hashSessionToken(config, token);
  if (hash !== session.tokenHash) return { lastUsedAt: now };
  return {
    lastUsedAt: now,
    tokenHash: hashSessionToken(config, nextSessionToken(config, token)),
    retiredTokens: [...recentlyRetired(session.retiredTokens), { hash, usedAt: now.getTime() }],
  };
}
