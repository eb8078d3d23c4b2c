import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Context } from "../../context.ts";
import { findVerificationKey, getSigningKey, signingAlgorithm } from "./signing-keys.ts";

/** What sets tokens of one purpose apart: none passes where another kind is asked for. */
export interface TokenKind {
  /** The `typ` header. */
  type: string;
  audience: string;
  /** How long it is valid. */
  seconds: number;
}

/** Signs the claims with the key in force; `iat`, `exp`, `iss` and `aud` are added. */
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

/** The claims of a token of this kind; undefined when it is not one of ours, or too old. */
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
