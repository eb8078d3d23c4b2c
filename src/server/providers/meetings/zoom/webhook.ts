import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_MS = 300_000;

/**
 * Whether Zoom sent exactly these bytes within 300 s of `now`.
 * @param rawBody the request body as received, before any parsing
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: Headers,
  secret: string,
  now: Date,
): boolean {
  const timestamp = headers.get("x-zm-request-timestamp") ?? "";
  const signature = Buffer.from(headers.get("x-zm-signature") ?? "");
  if (!/^\d{10}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  const digest = createHmac("sha256", secret)
    .update(`v0:${timestamp}:`)
    .update(rawBody)
    .digest("hex");
  const expected = Buffer.from(`v0=${digest}`);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The response to `endpoint.url_validation`, which proves that our endpoint has the secret. */
export function urlValidationAnswer(plainToken: string, secret: string) {
  const encryptedToken = createHmac("sha256", secret).update(plainToken).digest("hex");
  return { plainToken, encryptedToken };
}
