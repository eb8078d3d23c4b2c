/**
 * The token in the session cookie: `<session id>.<secret>.<tag>`. The tag proves that we issued the
 * token, so that the reuse of an old token reveals a theft even long after its hash was deleted.
 * Each secret is derived from the previous one, so that tabs that refresh at the same time get the
 * same successor.
 */
import type { Config } from "../../config/config.ts";
import { equalHashes, keyedHash, randomToken } from "../../crypto.ts";
import type { RetiredToken } from "../../db/tables/accounts.table.ts";

export const sessionIdleMs = 14 * 24 * 60 * 60 * 1000;
export const sessionLifetimeMs = 60 * 24 * 60 * 60 * 1000;

/**
 * After this time without a refresh, pages tell the browser to refresh. An open page refreshes the
 * session at the same interval.
 */
const refreshDueMs = 15 * 60_000;

/** How long a replaced token is still accepted, because tabs race and reloads can lose responses. */
export const graceMs = 10_000;

type Secrets = Pick<Config, "appSecret">;

export interface SessionTokens {
  tokenHash: string;
  retiredTokens: RetiredToken[];
}

/** Creates the first token of a session. */
export function createSessionToken(config: Secrets, sessionId: string): string {
  return compose(config, sessionId, randomToken());
}

/** The token that replaces this one. */
export function nextSessionToken(config: Secrets, token: string): string {
  const [sessionId = ""] = token.split(".");
  return compose(config, sessionId, keyedHash(config.appSecret, "session-successor", token));
}

/** The hash under which the token is stored. */
export function hashSessionToken(config: Secrets, token: string): string {
  return keyedHash(config.appSecret, "session-token", token);
}

/** The ID of the token's session. Undefined if we didn't issue the token. */
export function readSessionToken(config: Secrets, token: string): string | undefined {
  const [sessionId, secret, tag, ...rest] = token.split(".");
  if (!sessionId || !secret || !tag || rest.length > 0) return undefined;
  return equalHashes(tag, tagOf(config, sessionId, secret)) ? sessionId : undefined;
}

/** Whether the token is the session's current one or was replaced less than `graceMs` ago. */
export function isTokenInForce(config: Secrets, session: SessionTokens, token: string): boolean {
  const hash = hashSessionToken(config, token);
  return (
    equalHashes(hash, session.tokenHash) ||
    recentlyRetired(session.retiredTokens).some((retired) => equalHashes(hash, retired.hash))
  );
}

/**
 * Whether the browser should refresh the session of this token, because it hasn't done so for a
 * while, or because it never received the replacement of the token.
 */
export function isRefreshDue(
  config: Secrets,
  { tokens, lastUsedAt }: { tokens: SessionTokens; lastUsedAt: Date },
  token: string,
): boolean {
  const isOld = lastUsedAt.getTime() + refreshDueMs <= Date.now();
  return isOld || !equalHashes(hashSessionToken(config, token), tokens.tokenHash);
}

/** The retired tokens that are still accepted. */
export function recentlyRetired(retired: readonly RetiredToken[]): RetiredToken[] {
  const earliest = Date.now() - graceMs;
  return retired.filter(({ usedAt }) => usedAt > earliest);
}

function compose(config: Secrets, sessionId: string, secret: string): string {
  return `${sessionId}.${secret}.${tagOf(config, sessionId, secret)}`;
}

function tagOf(config: Secrets, sessionId: string, secret: string): string {
  return keyedHash(config.appSecret, "session-tag", `${sessionId}.${secret}`);
}
