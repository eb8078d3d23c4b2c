/**
 * Access tokens: short-lived signed tokens that identify the actor. The browser holds them in
 * memory only.
 */
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { setCallerAccount } from "../../db/caller.ts";
import { findSessionActor, type SessionActor } from "./session-actor.ts";
import { signToken, type TokenKind, verifyToken } from "./signed-token.ts";

const accessToken: TokenKind = { type: "at+jwt", audience: "halaqa-api", seconds: 15 * 60 };

/** Issues a token that identifies the actor for 15 minutes, as long as the session lasts. */
export function issueAccessToken(context: Context, actor: SessionActor): Promise<string> {
  const { userId, email, name, photo, sessionId, app } = actor;
  const claims = { id: userId, email, name, photo, sid: sessionId, ...(app && { app }) };
  return signToken(context, accessToken, claims);
}

/**
 * Describes the actor for a page that staff view as that person. It isn't signed, so no API call
 * accepts it.
 */
export function describeActor({ userId, email, name, photo }: SessionActor): string {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const claims = {
    id: userId,
    email,
    name,
    photo,
    iat: issuedAt,
    exp: issuedAt + accessToken.seconds,
  };
  return `.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
}

/**
 * The actor of an access token. Undefined if the token is forged, expired or of another kind, its
 * session has ended, or the account was deleted.
 */
export async function findActor(context: Context, token: string): Promise<Actor | undefined> {
  const claims = await verifyToken(context, accessToken, token);
  if (typeof claims?.id !== "string" || typeof claims.sid !== "string") return undefined;
  setCallerAccount(claims.id);
  const actor = await findSessionActor(context.db, claims.sid);
  return actor?.userId === claims.id ? actor : undefined;
}
