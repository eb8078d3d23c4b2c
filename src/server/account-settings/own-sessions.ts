/** Lists and ends the sessions of a person. */
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { OwnSession } from "#lib/account-settings/account-settings.responses.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { describeDevice } from "../accounts/device.ts";
import { sessionIdleMs } from "../accounts/sessions/session-token.ts";
import { revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { sessions } from "../db/tables/accounts.table.ts";

const t = getTexts("accountSettings");

/** The maximum number of sessions in the list. */
const maxSessions = 100;

/** The actor's live sessions: the current one first, then by last use, most recent first. */
export async function listOwnSessions(context: Context, actor: Actor): Promise<OwnSession[]> {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(liveSessionsOf(actor))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(maxSessions);
  return rows.map((row) => ({
    _id: row.id,
    device: describeDevice(row.userAgent),
    firstSeenAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastUsedAt.toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/**
 * Ends one of the actor's sessions. Its access tokens are rejected immediately.
 * @throws AppError `not_found` if the session is missing, has ended or belongs to someone else.
 */
export async function revokeOwnSession(
  context: Context,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const [own] = await context.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(liveSessionsOf(actor), eq(sessions.id, sessionId)));
  if (!own) throw new AppError("not_found", t("server.sessions.notFound"));
  await revokeSessions(context.db, { sessionId: own.id });
}

/** Ends all of the actor's sessions, including the current one. */
export function revokeOwnSessions(context: Context, actor: Actor): Promise<void> {
  return revokeSessions(context.db, { userId: actor.userId });
}

function liveSessionsOf({ userId }: Actor) {
  const now = Date.now();
  return and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    // These sessions end together with their links, which the settings list.
    isNull(sessions.app),
    gt(sessions.expiresAt, new Date(now)),
    gt(sessions.lastUsedAt, new Date(now - sessionIdleMs)),
  );
}
