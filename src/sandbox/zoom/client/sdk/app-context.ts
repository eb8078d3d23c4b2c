// The signed context that Zoom sends with the app's home URL and returns from getAppContext.
import { createCipheriv, createHash, randomBytes } from "node:crypto";

const EXPIRES_AFTER_MS = 116_000;

export interface AppContext {
  typ: "meeting";
  /** The Zoom user. Guests and people who haven't added the app have none. */
  uid?: string;
  /** The meeting instance; in a breakout room, the main meeting. */
  mid: string;
  /** The breakout room. */
  bmid?: string;
  attendrole: "host" | "co-host" | "participant";
  /** The invitation that opened the app. */
  iid?: string;
  /** The action of the deep link that opened the app. */
  act?: string;
  aud: string;
  iss: "marketplace.zoom.us";
  /** Milliseconds since the Unix epoch. */
  ts: number;
  exp: number;
  entitlements: [];
}

export type ContextClaims = Omit<AppContext, "typ" | "aud" | "iss" | "ts" | "exp" | "entitlements">;

/** Signs what is known about the person. It is valid from now on. */
export function signContext(
  claims: ContextClaims,
  app: { clientId: string; clientSecret: string },
): string {
  const ts = Date.now();
  const context: AppContext = {
    typ: "meeting",
    ...claims,
    aud: app.clientId,
    iss: "marketplace.zoom.us",
    ts,
    exp: ts + EXPIRES_AFTER_MS,
    entitlements: [],
  };
  return encrypt(JSON.stringify(context), app.clientSecret);
}

/** Zoom's layout: the length of each part precedes it, except for the 16-byte tag. */
function encrypt(text: string, clientSecret: string): string {
  const key = createHash("sha256").update(clientSecret).digest();
  const iv = randomBytes(12);
  const aad = randomBytes(8);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(aad);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const ivLength = Buffer.from([iv.length]);
  const aadLength = Buffer.alloc(2);
  aadLength.writeUInt16LE(aad.length);
  const bodyLength = Buffer.alloc(4);
  bodyLength.writeUInt32LE(body.length);
  return Buffer.concat([
    ivLength,
    iv,
    aadLength,
    aad,
    bodyLength,
    body,
    cipher.getAuthTag(),
  ]).toString("base64url");
}
