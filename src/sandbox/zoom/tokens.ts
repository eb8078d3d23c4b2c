import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { invalidToken, OAuthError } from "./errors.ts";
import { type AuthorizationCode, randomId, type ZoomStore, type ZoomUser } from "./store.ts";

const CODE_LIVES_MS = 5 * 60_000;
const ACCESS_LIVES_S = 3600;
const REFRESH_LIVES_MS = 90 * 24 * 3_600_000;
const START_LINK_LIVES_MS = 2 * 3_600_000;

const scope = [
  "meeting:delete:meeting",
  "meeting:read:list_meetings",
  "meeting:read:meeting",
  "meeting:update:meeting",
  "meeting:write:meeting",
  "user:read:user",
].join(" ");

export interface TokenAnswer {
  access_token: string;
  token_type: "bearer";
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  scope: string;
  api_url: string;
}

export function issueCode(store: ZoomStore, grant: Omit<AuthorizationCode, "expiresAt">): string {
  const code = randomBytes(24).toString("base64url");
  store.codes.put(code, { ...grant, expiresAt: Date.now() + CODE_LIVES_MS });
  return code;
}

/** Exchanges a code for tokens. The code can't be used again, whatever the outcome. */
export function redeemCode(
  store: ZoomStore,
  request: { code: string; redirectUri: string; verifier: string },
  apiUrl: string,
): TokenAnswer {
  const code = store.codes.get(request.code);
  store.codes.delete(request.code);
  if (!code || code.expiresAt < Date.now()) {
    throw new OAuthError("invalid_grant", `Invalid authorization code ${request.code}`);
  }
  if (code.redirectUri !== request.redirectUri) {
    throw new OAuthError("invalid_request", "Redirect URI mismatch.");
  }
  if (code.challenge && code.challenge.value !== challengeOf(request.verifier, code.challenge)) {
    throw new OAuthError("invalid_grant", "Invalid code verifier.");
  }
  return issueTokens(store, { grant: randomId(), userId: code.userId }, apiUrl);
}

/** Exchanges a refresh token for new tokens. The old refresh token becomes invalid. */
export function rotateTokens(store: ZoomStore, refreshToken: string, apiUrl: string): TokenAnswer {
  return store.transaction(() => {
    const token = store.refreshTokens.get(refreshToken);
    if (!token || token.expiresAt < Date.now()) {
      throw new OAuthError("invalid_grant", "Invalid Token!");
    }
    store.refreshTokens.delete(refreshToken);
    return issueTokens(store, token, apiUrl);
  });
}

/** Revokes the grant that an access or refresh token belongs to. */
export function revokeToken(store: ZoomStore, given: string): void {
  const token = store.accessTokens.get(given) ?? store.refreshTokens.get(given);
  if (!token) throw new OAuthError("invalid_token", "Invalid Token!");
  for (const tokens of [store.accessTokens, store.refreshTokens]) {
    for (const { id } of tokens.list({ grant: token.grant })) tokens.delete(id);
  }
}

/** Revokes all grants of this person. Returns false if there were none. */
export function revokeUser(store: ZoomStore, userId: string): boolean {
  let ended = false;
  for (const tokens of [store.accessTokens, store.refreshTokens]) {
    for (const { id } of tokens.list({ userId })) ended = tokens.delete(id) || ended;
  }
  return ended;
}

/**
 * The person to whom the token in `Authorization: Bearer …` belongs.
 * @throws ApiError 401.
 */
export function userOfBearer(store: ZoomStore, header: string | undefined): ZoomUser {
  const bearer = /^Bearer (\S+)$/i.exec(header ?? "")?.[1];
  const token = bearer === undefined ? undefined : store.accessTokens.get(bearer);
  const user = token && store.users.get(token.userId);
  if (!token || !user) throw invalidToken();
  if (token.expiresAt < Date.now()) throw invalidToken("Access token is expired.");
  return user;
}

/** The `zak` parameter of a start link, which opens one meeting as its host for two hours. */
export function startKey(meetingId: number, secret: string): string {
  const claims = `${meetingId}.${Date.now() + START_LINK_LIVES_MS}.${randomBytes(6).toString("hex")}`;
  return `${claims}.${hmac(claims, secret)}`;
}

export function isStartKey(zak: string, meetingId: number, secret: string): boolean {
  const [id, expires, nonce, signature = ""] = zak.split(".");
  const expected = hmac(`${id}.${expires}.${nonce}`, secret);
  return (
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) &&
    Number(id) === meetingId &&
    Number(expires) > Date.now()
  );
}

function issueTokens(
  store: ZoomStore,
  { grant, userId }: { grant: string; userId: string },
  apiUrl: string,
): TokenAnswer {
  const now = Date.now();
  const access = randomBytes(48).toString("base64url");
  const refresh = randomBytes(48).toString("base64url");
  return store.transaction(() => {
    for (const old of store.accessTokens.list({ grant })) {
      if (old.expiresAt < now) store.accessTokens.delete(old.id);
    }
    store.accessTokens.put(access, {
      id: access,
      grant,
      userId,
      expiresAt: now + ACCESS_LIVES_S * 1000,
    });
    store.refreshTokens.put(refresh, {
      id: refresh,
      grant,
      userId,
      expiresAt: now + REFRESH_LIVES_MS,
    });
    return {
      access_token: access,
      token_type: "bearer",
      refresh_token: refresh,
      expires_in: ACCESS_LIVES_S,
      scope,
      api_url: apiUrl,
    };
  });
}

function challengeOf(verifier: string, { method }: { method: "plain" | "S256" }): string {
  if (method === "plain") return verifier;
  return createHash("sha256").update(verifier).digest("base64url");
}

function hmac(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
