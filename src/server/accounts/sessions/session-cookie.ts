/**
 * The cookie that keeps a browser logged in. It is hidden from scripts and rotates at every
 * refresh.
 */
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { setCallerAccount } from "../../db/caller.ts";
import { cookieName, readCookie, writeCookie } from "./cookies.ts";
import { findLiveSession, type SessionActor } from "./session-actor.ts";
import { isRefreshDue, isTokenInForce, readSessionToken, sessionIdleMs } from "./session-token.ts";

const name = "session";

/** The user of a session cookie. */
export interface CookieUser extends SessionActor {
  /** Whether the browser should refresh the session, which pages themselves don't do. */
  isRefreshDue: boolean;
}

/** The cookie's full name. Its prefix depends on whether the site uses HTTPS. */
export function sessionCookieName(config: Pick<Config, "https">): string {
  return cookieName(config, name);
}

/** The Set-Cookie header that stores a token until its session ends. */
export function writeSessionCookie(config: Config, token: string, endsAt: Date): string {
  return writeCookie(config, name, token, (endsAt.getTime() - Date.now()) / 1000);
}

/** The Set-Cookie header that removes the cookie. */
export function forgetSessionCookie(config: Config): string {
  return writeCookie(config, name, "", 0);
}

/** The session token in a Cookie header, if it is present. */
export function findSessionToken(
  config: Pick<Config, "https">,
  cookieHeader: string | null | undefined,
): string | undefined {
  return readCookie(config, cookieHeader, name);
}

/**
 * Whether a Cookie header contains a session token that we issued. The session may have ended: this
 * doesn't query the database, so that forged cookies are cheap to reject.
 */
export function hasSessionCookie(
  config: Pick<Config, "https" | "appSecret">,
  cookieHeader: string,
): boolean {
  if (!cookieHeader.includes(sessionCookieName(config))) return false;
  const token = findSessionToken(config, cookieHeader);
  return token !== undefined && readSessionToken(config, token) !== undefined;
}

/**
 * Finds the session of a Cookie header, for requests that browsers send without a bearer token
 * (links, media uploads). Undefined for visitors and ended sessions. This doesn't rotate the
 * session, so calls that change data must also check the origin (`sameOrigin`).
 */
export async function findSession(
  context: Context,
  cookieHeader: string | null | undefined,
): Promise<CookieUser | undefined> {
  const token = findSessionToken(context.config, cookieHeader);
  const sessionId = token && readSessionToken(context.config, token);
  if (!token || !sessionId) return undefined;
  const session = await findLiveSession(context.db, sessionId);
  if (!session || session.lastUsedAt.getTime() + sessionIdleMs <= Date.now()) return undefined;
  if (!isTokenInForce(context.config, session.tokens, token)) return undefined;
  setCallerAccount(session.actor.userId);
  return { ...session.actor, isRefreshDue: isRefreshDue(context.config, session, token) };
}
