/** Hashing and encryption at rest, with keys derived from the single application secret. */
import { createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/** Derives a separate 32-byte key for each purpose, so that no key is used for two purposes. */
function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret, "", `halaqa:${purpose}`, 32));
}

/** A random, URL-safe 256-bit token for a cookie, a link or an OAuth state. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The keyed hash under which a token or code is stored. It can't be computed without the
 * application secret.
 */
export function keyedHash(appSecret: string, purpose: string, value: string): string {
  return createHmac("sha256", deriveKey(appSecret, purpose)).update(value).digest("base64url");
}

/** Compares two hashes in constant time. */
export function equalHashes(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypts text for storage as a compact JWE (AES-256-GCM), with a separate key for each purpose. */
export function encrypt(appSecret: string, purpose: string, plain: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(plain))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(deriveKey(appSecret, purpose));
}

/** The current secret, and the previous one while data created with it may still be in use. */
export interface AppSecrets {
  appSecret: string;
  previousAppSecret?: string | undefined;
}

/** All secrets that may have been used, the current one first. */
export function listSecrets({ appSecret, previousAppSecret }: AppSecrets): string[] {
  return previousAppSecret === undefined ? [appSecret] : [appSecret, previousAppSecret];
}

/**
 * Reverses `encrypt`.
 *
 * @throws when the text was changed, or was encrypted with another secret or for another purpose.
 */
export async function decrypt(
  secrets: AppSecrets,
  purpose: string,
  stored: string,
): Promise<string> {
  let failure: unknown;
  for (const secret of listSecrets(secrets)) {
    try {
      return await decryptWith(deriveKey(secret, purpose), stored);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function decryptWith(key: Buffer, stored: string): Promise<string> {
  if (stored.startsWith("v1.")) return decryptV1(key, stored);
  const { plaintext } = await compactDecrypt(stored, key, {
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
  });
  return Buffer.from(plaintext).toString();
}

/**
 * Reads the format `v1.iv.tag.ciphertext`, which databases created before version 0.2 still
 * contain.
 */
function decryptV1(key: Buffer, stored: string): string {
  const [iv, tag, body] = stored
    .split(".")
    .slice(1)
    .map((part) => Buffer.from(part, "base64url"));
  if (!iv || !tag || !body) throw new Error("This text was not encrypted by this application.");
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString();
}
