/** App contexts as Zoom's client sends them. */
import { createCipheriv, createHash, randomBytes } from "node:crypto";

interface Sealing {
  clientSecret: string;
  iv?: Buffer;
  additional?: Buffer;
}

/** Encrypts the claims in the layout that Zoom documents, as base64url. */
export function sealAppContext(
  claims: object,
  { clientSecret, iv = randomBytes(12), additional = Buffer.alloc(0) }: Sealing,
): string {
  const key = createHash("sha256").update(clientSecret).digest();
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(additional);
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  const sizes = Buffer.alloc(6);
  sizes.writeUInt16LE(additional.length, 0);
  sizes.writeUInt32LE(encrypted.length, 2);
  return Buffer.concat([
    Buffer.from([iv.length]),
    iv,
    sizes.subarray(0, 2),
    additional,
    sizes.subarray(2),
    encrypted,
    cipher.getAuthTag(),
  ]).toString("base64url");
}

/** The claims of a context that Zoom has just issued. */
export function appClaims(clientId: string, claims: object = {}) {
  const ts = Date.now();
  return {
    typ: "meeting",
    iss: "marketplace.zoom.us",
    aud: clientId,
    ts,
    exp: ts + 116_000,
    uid: "zoom-user",
    mid: "uuid-of-the-meeting==",
    ...claims,
  };
}
