/**
 * The context that Zoom's client passes to the app: who opened it, and in which meeting. It is
 * encrypted with the app's secret, so it is the only thing in the client that can be trusted.
 */
import { createDecipheriv, createHash } from "node:crypto";
import * as z from "zod/mini";
import { canonicalUuid } from "./meeting-uuid.ts";

export interface ZoomAppContext {
  /** The Zoom user. Undefined for guests: people without the app, or without a Zoom account. */
  userId: string | undefined;
  /** The meeting's UUID in its canonical spelling. Undefined outside meetings. */
  meetingUuid: string | undefined;
  /** The UUID of the breakout room in which the app was opened. */
  breakoutUuid: string | undefined;
  /**
   * The action for which the deep link was created. Everyone who uses the link sends the same
   * value.
   */
  action: string | undefined;
  /** Identifies this context, however its text is encoded. */
  digest: string;
  expiresAt: Date;
}

/** The app's credentials at Zoom. */
interface AppCredentials {
  clientId: string;
  clientSecret: string;
}

/** Real contexts have fewer than 1,000 characters. */
export const maxAppContextLength = 4_096;

const tagLength = 16;
/** How far Zoom's clock may be ahead of ours. */
const clockSkewMs = 60_000;

/** Zoom's contexts are valid for about two minutes. */
const maxLifetimeMs = 24 * 60 * 60_000;

/** The database can't store any other text. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");
const id = z.string().check(z.minLength(1), z.maxLength(200), z.refine(isStorable));

/** Times are in milliseconds since the Unix epoch. */
const claimsSchema = z.looseObject({
  iss: z.literal("marketplace.zoom.us"),
  aud: z.string(),
  ts: z.number(),
  exp: z.number(),
  uid: z.optional(id),
  mid: z.optional(id),
  bmid: z.optional(id),
  act: z.optional(z.string().check(z.maxLength(1_000), z.refine(isStorable))),
});

/**
 * Decrypts a context and checks its issuer, the app that it was issued for, and its expiry.
 * @returns undefined if the context was changed, has expired, or belongs to another app.
 */
export function openAppContext(
  text: string,
  { clientId, clientSecret }: AppCredentials,
  now: Date,
): ZoomAppContext | undefined {
  const parts = unpack(text);
  const { data: claims } = claimsSchema.safeParse(parts && decrypt(parts, clientSecret));
  if (!parts || !claims || claims.aud !== clientId) return undefined;
  const time = now.getTime();
  if (claims.exp <= time || claims.exp > time + maxLifetimeMs) return undefined;
  if (claims.ts > time + clockSkewMs) return undefined;
  return {
    userId: claims.uid,
    meetingUuid: claims.mid && canonicalUuid(claims.mid),
    breakoutUuid: claims.bmid && canonicalUuid(claims.bmid),
    action: claims.act,
    digest: createHash("sha256").update(parts.packed).digest("base64url"),
    expiresAt: new Date(claims.exp),
  };
}

interface Parts {
  packed: Buffer;
  iv: Buffer;
  additional: Buffer;
  encrypted: Buffer;
  tag: Buffer;
}

/**
 * Reads base64 or base64url of: the length of the initialization vector (1 byte), the vector, the
 * length of the additional data (2 bytes, little-endian), the data, the length of the ciphertext (4
 * bytes, little-endian), the ciphertext, and the tag. Additional bytes at the end aren't allowed.
 */
function unpack(text: string): Parts | undefined {
  if (text.length > maxAppContextLength || !/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const packed = Buffer.from(text, "base64");
  let position = 0;
  const take = (length: number): Buffer => {
    const taken = packed.subarray(position, position + length);
    position += length;
    return taken;
  };
  const takeNumber = (bytes: number): number => {
    const taken = take(bytes);
    return taken.length === bytes ? taken.readUIntLE(0, bytes) : 0;
  };
  const iv = take(takeNumber(1));
  const additional = take(takeNumber(2));
  const encrypted = take(takeNumber(4));
  const tag = take(tagLength);
  const isComplete = position === packed.length && tag.length === tagLength && iv.length > 0;
  return isComplete ? { packed, iv, additional, encrypted, tag } : undefined;
}

function decrypt({ iv, additional, encrypted, tag }: Parts, clientSecret: string): unknown {
  const key = createHash("sha256").update(clientSecret).digest();
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagLength });
    decipher.setAAD(additional).setAuthTag(tag);
    return JSON.parse(Buffer.concat([decipher.update(encrypted), decipher.final()]).toString());
  } catch {
    // The context was changed, was encrypted with another secret, or isn't JSON.
    return undefined;
  }
}
