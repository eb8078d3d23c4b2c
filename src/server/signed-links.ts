/**
 * Links in emails that grant access without a log-in. The token is a compact JWS (HS256) whose
 * payload is the subject of the link. The signing key also depends on the state that the link is
 * bound to, such as the recipient's address: when the state changes, the link stops working, and
 * the token doesn't reveal the state. The rows that a link refers to determine when it expires.
 */
import { CompactSign, compactVerify, errors } from "jose";
import { type AppSecrets, equalHashes, keyedHash, listSecrets } from "./crypto.ts";

/** A kind of link. A token of one kind isn't valid for any other kind. */
export interface LinkKind {
  /** Part of the signing key. Changing it invalidates all links of this kind. */
  purpose: string;
  /** The input of the keyed hash in links sent before November 2026. Newer kinds have none. */
  formerValue?(subject: string, state: string): string;
}

/**
 * Creates the token of a link.
 * @param subject the subject of the link, such as the ID of a row. Anyone who has the link can read
 * it.
 * @param state the state that must not change for the link to keep working.
 */
export function signLink(
  { appSecret }: AppSecrets,
  kind: LinkKind,
  subject: string,
  state: string,
): Promise<string> {
  return new CompactSign(Buffer.from(subject))
    .setProtectedHeader({ alg: "HS256" })
    .sign(keyFor(appSecret, kind, state));
}

/**
 * Verifies a link that was signed with the current or the previous secret.
 * @param find looks up the subject, with its current state.
 * @returns the result of `find`, or undefined if the token isn't valid or is no longer valid.
 */
export async function openLink<T extends { state: string }>(
  secrets: AppSecrets,
  kind: LinkKind,
  token: string,
  find: (subject: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const subject = readSubject(token);
  const found = subject === undefined ? undefined : await find(subject);
  if (subject === undefined || !found) return undefined;
  for (const secret of listSecrets(secrets)) {
    if (await isSigned(secret, kind, token, subject, found.state)) return found;
  }
  return undefined;
}

const compactJws = /^[\w-]+\.([\w-]+)\.([\w-]{43})$/;
const formerToken = /^(.+)\.([\w-]{43})$/;
/** IDs, possibly with a prefix. */
const subjectPattern = /^[\w.-]{1,100}$/;

function readSubject(token: string): string | undefined {
  const subject = isCompactJws(token)
    ? Buffer.from(compactJws.exec(token)?.[1] ?? "", "base64url").toString()
    : (formerToken.exec(token)?.[1] ?? "");
  return subjectPattern.test(subject) ? subject : undefined;
}

/** Every JWS begins with the encoded `{"`, but no subject in the former format does. */
const isCompactJws = (token: string): boolean => token.startsWith("eyJ");

async function isSigned(
  secret: string,
  kind: LinkKind,
  token: string,
  subject: string,
  state: string,
): Promise<boolean> {
  if (!isCompactJws(token)) {
    if (!kind.formerValue) return false;
    const hash = keyedHash(secret, kind.purpose, kind.formerValue(subject, state));
    return equalHashes(hash, formerToken.exec(token)?.[2] ?? "");
  }
  // The same bytes can have several base64url encodings. Only the canonical one is valid.
  const signature = compactJws.exec(token)?.[2] ?? "";
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return false;
  try {
    await compactVerify(token, keyFor(secret, kind, state), { algorithms: ["HS256"] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

function keyFor(secret: string, { purpose }: LinkKind, state: string): Buffer {
  return Buffer.from(keyedHash(secret, `signed-link:${purpose}`, state), "base64url");
}
