/** Links by which people stop emails of one kind, without logging in. */
import { type UnsubscribeList, unsubscribePath } from "#lib/account-settings/unsubscribe.ts";
import type { Config } from "../config/config.ts";
import { equalHashes, keyedHash } from "../crypto.ts";

export interface Subscription {
  list: UnsubscribeList;
  /** Whose choice it is; of emails to a guardian, the child's. */
  profileId: string;
}

/** @param address the guardian's: the link ends when another one is named. */
function signatureOf(secret: string, { list, profileId }: Subscription, address: string): string {
  const owner = list === "guardian" ? address : "";
  return keyedHash(secret, "unsubscribe", `${list} ${profileId} ${owner}`);
}

export function unsubscribeUrl(config: Config, subscription: Subscription, address: string) {
  const { list, profileId } = subscription;
  const token = [list, profileId, signatureOf(config.appSecret, subscription, address)].join(".");
  return `${config.appUrl}${unsubscribePath}?${new URLSearchParams({ token })}`;
}

/** Headers with which mail programs offer to stop by one click (RFC 2369, RFC 8058). */
export function oneClickHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Whether the signature is that of a link that was sent to the address. */
export function isSigned(
  { appSecret, previousAppSecret }: Pick<Config, "appSecret" | "previousAppSecret">,
  subscription: Subscription,
  address: string,
  signature: string,
): boolean {
  return [appSecret, previousAppSecret ?? appSecret].some((secret) =>
    equalHashes(signatureOf(secret, subscription, address), signature),
  );
}
