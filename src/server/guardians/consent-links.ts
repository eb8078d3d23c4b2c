/** Links for guardians to respond to a confirmation request. */
import { guardianConsentPath } from "#lib/guardians/guardian-consent.ts";
import type { Config } from "../config/config.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";

/** Bound to the requested address, so that the link proves access to its mailbox. */
const consentLink: LinkKind = {
  purpose: "guardian-confirmation",
  formerValue: (id, address) => `${id} ${address}`,
};

export interface RequestedAddress {
  id: string;
  address: string;
}

export async function consentUrl(
  config: Config,
  { id, address }: RequestedAddress,
): Promise<string> {
  const token = await signLink(config, consentLink, id, address);
  return `${config.appUrl}${guardianConsentPath}?${new URLSearchParams({ token })}`;
}

/** @param find loads the row with an ID, if its request can still be answered. */
export async function openConsentLink<T extends RequestedAddress>(
  config: Config,
  token: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const opened = await openLink(config, consentLink, token, async (id) => {
    const requested = await find(id);
    return requested && { requested, state: requested.address };
  });
  return opened?.requested;
}
