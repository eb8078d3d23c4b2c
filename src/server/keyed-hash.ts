/** Keys derived from the one application secret, for hashes and encryption at rest. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

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

/** Encrypts a text (AES-256-GCM) for storage: `v1.iv.tag.ciphertext`, base64url. */
export function encrypt(appSecret: string, purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(appSecret, purpose), iv);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url"));
  return `v1.${parts.join(".")}`;
}

/** The secret in force, and the one before it while what it encrypted is still read. */
export interface AppSecrets {
  appSecret: string;
  previousAppSecret?: string | undefined;
}

/** Reverses `encrypt`; throws when the text was changed or another secret encrypted it. */
export function decrypt(secrets: AppSecrets, purpose: string, stored: string): string {
  const { appSecret, previousAppSecret } = secrets;
  try {
    return decryptWith(appSecret, purpose, stored);
  } catch (error) {
    if (previousAppSecret === undefined) throw error;
    return decryptWith(previousAppSecret, purpose, stored);
  }
}

function decryptWith(appSecret: string, purpose: string, stored: string): string {
  const [version, iv, tag, body] = stored.split(".");
  if (version !== "v1" || !iv || !tag || body === undefined) {
    throw new Error("This text was not encrypted by this application.");
  }
  const decipher = createDecipheriv(
    "aes-256-gcm",
    deriveKey(appSecret, purpose),
    Buffer.from(iv, "base64url"),
  );
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([
    decipher.update(Buffer.from(body, "base64url")),
    decipher.final(),
  ]).toString("utf8");
}
