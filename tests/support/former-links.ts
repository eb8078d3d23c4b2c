/** Creates tokens in the format of emails from before links were signed as JWS. */
import { keyedHash } from "#server/crypto.ts";
import type { TestApp } from "./app.ts";

/** @param value the input of the keyed hash. */
export function formerToken(
  { context }: Pick<TestApp, "context">,
  purpose: string,
  subject: string,
  value: string,
): string {
  return `${subject}.${keyedHash(context.config.appSecret, purpose, value)}`;
}
