/** Tokens as they were sent in emails before links were signed as JWS. */
import { keyedHash } from "#server/crypto.ts";
import type { TestApp } from "./app.ts";

/** @param value what the keyed hash was made of. */
export function formerToken(
  { context }: Pick<TestApp, "context">,
  purpose: string,
  subject: string,
  value: string,
): string {
  return `${subject}.${keyedHash(context.config.appSecret, purpose, value)}`;
}
