import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
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

/** The claims of a token of this kind. Undefined if it isn't valid or has expired. */
export async function verifyToken(
  context: Context,
  kind: TokenKind,
  token: string,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(
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
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
