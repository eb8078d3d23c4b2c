/** Links for unsubscribing from one kind of email, without logging in. */
import {
  type UnsubscribeList,
  unsubscribeLists,
  unsubscribePath,
} from "#lib/account-settings/unsubscribe.ts";
import type { Config } from "../config/config.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";

export interface Subscription {
  list: UnsubscribeList;
  /** The person whose preference changes. For emails to a guardian, the child. */
  profileId: string;
  /** For emails to a guardian: whether the email is about all children with this guardian. */
  isForAll?: boolean;
}

const forAll = "all";

const unsubscribeLink: LinkKind = {
  purpose: "unsubscribe",
  formerValue: (subject, address) => `${subject.replace(".", " ")} ${address}`,
};

const writeSubject = ({ list, profileId, isForAll = false }: Subscription): string =>
  [list, profileId, ...(isForAll ? [forAll] : [])].join(".");

function readSubject(subject: string): Subscription | undefined {
  const [name, profileId = "", scope] = subject.split(".");
  const list = unsubscribeLists.find((each) => each === name);
  return list && { list, profileId, isForAll: scope === forAll };
}

/** A guardian's link stops working when the child gets a different guardian. Other links don't. */
const stateOf = ({ list }: Subscription, address: string): string =>
  list === "guardian" ? address : "";

export async function unsubscribeUrl(
  config: Config,
  subscription: Subscription,
  address: string,
): Promise<string> {
  const state = stateOf(subscription, address);
  const token = await signLink(config, unsubscribeLink, writeSubject(subscription), state);
  return `${config.appUrl}${unsubscribePath}?${new URLSearchParams({ token })}`;
}

/**
 * Opens a link. Undefined if the token isn't valid.
 * @param find loads the subscription with the guardian's address, if there is one.
 */
export async function openUnsubscribeLink<T extends { guardianAddress: string }>(
  config: Config,
  token: string,
  find: (subscription: Subscription) => Promise<T | undefined>,
): Promise<T | undefined> {
  const opened = await openLink(config, unsubscribeLink, token, async (subject) => {
    const subscription = readSubject(subject);
    const found = subscription && (await find(subscription));
    return found && { found, state: stateOf(subscription, found.guardianAddress) };
  });
  return opened?.found;
}

/** Headers that let mail clients offer one-click unsubscribing (RFC 2369, RFC 8058). */
export function oneClickHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
