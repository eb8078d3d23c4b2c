/** The cookie that keeps a browser signed in. Scripts never see it; it rotates at every refresh. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import type { Actor } from "../actor.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { sessions } from "./accounts.table.ts";
import { findSessionActor } from "./session-actor.ts";
import { isTokenInForce, readSessionToken, sessionIdleMs } from "./session-token.ts";

/** On https the browser itself holds the cookie to this host, to https and to the whole site. */
export function sessionCookieName(config: Pick<Config, "https">): string {
  return config.https ? "__Host-halaqa-session" : "halaqa-session";
}

/** The Set-Cookie header that hands a token to the browser until the session's end. */
export function sessionCookie(config: Config, token: string, expiresAt: Date): string {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
  return serialize(sessionCookieName(config), token, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: config.https,
    maxAge,
  });
}

/** The Set-Cookie header that takes the session's cookie away. */
export function expiredSessionCookie(config: Config): string {
  return sessionCookie(config, "", new Date(0));
}

/** The session token in a Cookie header, if there is one. */
export function findSessionToken(
  config: Pick<Config, "https">,
  cookieHeader: string | null | undefined,
): string | undefined {
  const name = sessionCookieName(config);
  return parse(cookieHeader ?? "", name)[name] || undefined;
}

/**
 * Who sends this Cookie header, for calls that the browser makes without a bearer (links, media
 * uploads); undefined for strangers and ended sessions. The session is read, never rotated, so a
 * call that changes anything must also check where it comes from (`sameOrigin`).
 */
export async function findSession(
  context: Context,
  cookieHeader: string | null | undefined,
): Promise<Actor | undefined> {
  const token = findSessionToken(context.config, cookieHeader);
  const sessionId = token && readSessionToken(context.config, token);
  if (!token || !sessionId) return undefined;
  const [session] = await context.db
    .select({ tokenHash: sessions.tokenHash, retiredTokens: sessions.retiredTokens })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.lastUsedAt, new Date(Date.now() - sessionIdleMs)),
      ),
    );
  if (!session || !isTokenInForce(context.config, session, token)) return undefined;
  return findSessionActor(context.db, sessionId);
}
