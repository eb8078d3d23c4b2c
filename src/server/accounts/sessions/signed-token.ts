import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Context } from "../../context.ts";
import { findVerificationKey, getSigningKey, signingAlgorithm } from "./signing-keys.ts";

/** Distinguishes tokens by purpose. A token of one kind isn't accepted as another kind. */
export interface TokenKind {
  /** The `typ` header. */
  type: string;
  audience: string;
  /** How long a token is valid, in seconds. */
  seconds: number;
}

/** Signs the claims with the current key, and adds `iat`, `exp`, `iss` and `aud`. */
export async function signToken(
  context: Context,
  kind: TokenKind,
  claims: JWTPayload,
): Promise<string> {
  const key = await getSigningKey(context);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signingAlgorithm, kid: key.id, typ: kind.type })
    .setIssuedAt(now)
    .setExpirationTime(now + kind.seconds)
    .setIssuer(context.config.appUrl)
    .setAudience(kind.audience)
    .sign(key.privateKey);
}

interface Verified {
  keyId: string;
  payload: JWTPayload;
}

/**
 * Tokens whose signature has already been verified. Browsers send the same token with every request
 * for 15 minutes, and verifying it took a sixth of a short request's time. This says nothing about
 * sessions, which are looked up in the database for every request.
 */
const verifiedTokens = new WeakMap<Context, LRUCache<string, Verified>>();
const maxVerifiedTokens = 5_000;

function verifiedTokensOf(context: Context): LRUCache<string, Verified> {
  const cache = verifiedTokens.get(context) ?? new LRUCache({ max: maxVerifiedTokens });
  verifiedTokens.set(context, cache);
  return cache;
}

/** The claims of a token of this kind. Undefined if it isn't valid or has expired. */
export async function verifyToken(
  context: Context,
  kind: TokenKind,
  token: string,
): Promise<JWTPayload | undefined> {
  const cache = verifiedTokensOf(context);
  const cacheKey = `${kind.type} ${token}`;
  const known = cache.get(cacheKey);
  const verified = known ?? (await verifySignature(context, kind, token));
  if (!verified) return undefined;
  if (!known) cache.set(cacheKey, verified);
  else if (!(await isStillValid(context, known))) return undefined;
  return verified.payload;
}

/** Whether neither the token nor its key has expired since the signature was verified. */
async function isStillValid(context: Context, { keyId, payload }: Verified): Promise<boolean> {
  const hasExpired = payload.exp === undefined || payload.exp <= Math.floor(Date.now() / 1000);
  return !hasExpired && (await findVerificationKey(context, keyId)) !== undefined;
}

async function verifySignature(
  context: Context,
  kind: TokenKind,
  token: string,
): Promise<Verified | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await findVerificationKey(context, kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [signingAlgorithm],
        typ: kind.type,
        issuer: context.config.appUrl,
        audience: kind.audience,
        requiredClaims: ["exp", "iat"],
      },
    );
    return { keyId: protectedHeader.kid ?? "", payload };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
