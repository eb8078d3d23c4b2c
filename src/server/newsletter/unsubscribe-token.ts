/**
 * Unsubscribe links. The token is derived from the address, so that the link of every newsletter
 * works while the address is subscribed, even after resubscribing. It doesn't reveal the address,
 * and only its hash is stored.
 */
import type { Config } from "../config/config.ts";
import { type AppSecrets, keyedHash } from "../crypto.ts";

function unsubscribeToken({ appSecret }: Config, email: string): string {
  return keyedHash(appSecret, "newsletter-leave", email);
}

function hashUnsubscribeToken(appSecret: string, token: string): string {
  return keyedHash(appSecret, "newsletter-leave-stored", token);
}

/**
 * The hashes under which a token may be stored: with the current secret and with the previous one.
 */
export function listUnsubscribeHashes(
  { appSecret, previousAppSecret = appSecret }: AppSecrets,
  token: string,
): string[] {
  return [appSecret, previousAppSecret].map((secret) => hashUnsubscribeToken(secret, token));
}

/** The hash of an address's token, as stored. */
export function unsubscribeHashOf(config: Config, email: string): string {
  return hashUnsubscribeToken(config.appSecret, unsubscribeToken(config, email));
}

/**
 * The URL of the page that asks for confirmation. A POST to it unsubscribes immediately (RFC 8058).
 */
export function newsletterUnsubscribeUrl(config: Config, email: string): string {
  const query = new URLSearchParams({ token: unsubscribeToken(config, email) });
  return `${config.appUrl}/newsletter/unsubscribe?${query}`;
}

/** Headers that let email clients offer one-click unsubscribing (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(config: Config, email: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${newsletterUnsubscribeUrl(config, email)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
