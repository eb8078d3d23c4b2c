/**
 * Links by which subscribers leave. The token is made of the address, so that the link of every
 * newsletter works for as long as the address is on the list, also for who left and came back; it
 * doesn't show the address, and only its hash is stored.
 */
import type { Config } from "../config/config.ts";
import { type AppSecrets, keyedHash } from "../crypto.ts";

function unsubscribeToken({ appSecret }: Config, email: string): string {
  return keyedHash(appSecret, "newsletter-leave", email);
}

function hashUnsubscribeToken(appSecret: string, token: string): string {
  return keyedHash(appSecret, "newsletter-leave-stored", token);
}

/** The forms in which a token may be stored: by the current secret, and by the previous one. */
export function listUnsubscribeHashes(
  { appSecret, previousAppSecret = appSecret }: AppSecrets,
  token: string,
): string[] {
  return [appSecret, previousAppSecret].map((secret) => hashUnsubscribeToken(secret, token));
}

/** The stored form of an address's token. */
export function unsubscribeHashOf(config: Config, email: string): string {
  return hashUnsubscribeToken(config.appSecret, unsubscribeToken(config, email));
}

/** The page that asks whether to leave; a POST to it leaves at once (RFC 8058). */
export function newsletterUnsubscribeUrl(config: Config, email: string): string {
  const query = new URLSearchParams({ token: unsubscribeToken(config, email) });
  return `${config.appUrl}/newsletter/unsubscribe?${query}`;
}

/** Headers with which email programs offer one-click unsubscribing (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(config: Config, email: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${newsletterUnsubscribeUrl(config, email)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
