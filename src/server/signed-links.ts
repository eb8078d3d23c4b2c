/**
 * Links in emails that grant something without logging in. Their token is a compact JWS (HS256) of
 * what the link is about. The key also depends on the state that the link is tied to, such as the
 * recipient's address: when that changes, the link stops working, and the token doesn't show it.
 * Expiry is decided by the rows that links belong to.
 */
import { CompactSign, compactVerify, errors } from "jose";
import { type AppSecrets, equalHashes, keyedHash, listSecrets } from "./crypto.ts";

/** Links of one kind; no token of one kind is valid for another. */
export interface LinkKind {
  /** Part of the key: a change makes all links of the kind stop working. */
  purpose: string;
  /** What the keyed hash in links that were sent before November 2026 was made of. */
  formerValue(subject: string, state: string): string;
}

/**
 * The token of a link.
 * @param subject what the link is about, such as a row's id. Everyone who has the link can read it.
 * @param state what has to stay the same for the link to work.
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
 * Opens a link that was signed with the current or the previous secret.
 * @param find what the subject stands for, with the state that such a link has now.
 * @returns what `find` returned; undefined for every token that isn't valid (any more).
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
/** Ids, possibly with a word before them. */
const subjectPattern = /^[\w.-]{1,100}$/;

function readSubject(token: string): string | undefined {
  const subject = isCompactJws(token)
    ? Buffer.from(compactJws.exec(token)?.[1] ?? "", "base64url").toString()
    : (formerToken.exec(token)?.[1] ?? "");
  return subjectPattern.test(subject) ? subject : undefined;
}

/** Every JWS begins with the encoded `{"`, and no subject of a former link does. */
const isCompactJws = (token: string): boolean => token.startsWith("eyJ");

async function isSigned(
  secret: string,
  kind: LinkKind,
  token: string,
  subject: string,
  state: string,
): Promise<boolean> {
  if (!isCompactJws(token)) {
    const hash = keyedHash(secret, kind.purpose, kind.formerValue(subject, state));
    return equalHashes(hash, formerToken.exec(token)?.[2] ?? "");
  }
  // Base64url has several spellings of the same bytes. Only the one that was sent is the link.
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
