/** Keys derived from the one application secret, for hashes and encryption at rest. */
import { createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/** A 32-byte key for one purpose, so that no two uses ever share a key. */
function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", appSecret, "", `halaqa:${purpose}`, 32));
}

/** A random token for a cookie, a link or a state: 256 bits, URL-safe. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Keyed hash under which a token or code is stored; useless without the application's secret. */
export function keyedHash(appSecret: string, purpose: string, value: string): string {
  return createHmac("sha256", deriveKey(appSecret, purpose)).update(value).digest("base64url");
}

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export function equalHashes(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypts a text for storage, as a compact JWE (AES-256-GCM under a key of its own purpose). */
export function encrypt(appSecret: string, purpose: string, plain: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(plain))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(deriveKey(appSecret, purpose));
}

/** The current secret, and the previous one while something made with it may still be used. */
export interface AppSecrets {
  appSecret: string;
  previousAppSecret?: string | undefined;
}

/** The secrets with which something may have been made: the current one first. */
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

/** Reads `v1.iv.tag.ciphertext`, which databases made before version 0.2 still hold. */
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
