/** Unsubscribing through the link in an email. The token authorizes it without a session. */
import { eq } from "drizzle-orm";
import type { UnsubscribeList } from "#lib/account-settings/unsubscribe.ts";
import type { Context } from "../context.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findGuardianFields, guardianState, readGuardianAddress } from "../guardians/guardian.ts";
import { declineGuardian } from "../guardians/guardian-consent.ts";
import { openUnsubscribeLink } from "../mail/unsubscribe-link.ts";

export interface Subscribed {
  list: UnsubscribeList;
  isOn: boolean;
}

/** The subscription that the token is for. Undefined if the token isn't valid. */
export async function findSubscription(
  context: Context,
  token: string,
): Promise<Subscribed | undefined> {
  return (await readToken(context, token))?.subscribed;
}

/** Turns the emails off. Idempotent; invalid tokens have no effect. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const found = await readToken(context, token);
  if (!found) return;
  const { subscribed, profileId, guardianAddress, isForAll } = found;
  if (subscribed.list === "guardian") {
    await declineGuardian(context, guardianAddress, isForAll ? undefined : profileId);
    return;
  }
  await context.db
    .update(profiles)
    .set({ [subscribed.list]: false })
    .where(eq(profiles.id, profileId));
}

function readToken(context: Context, token: string) {
  return openUnsubscribeLink(context.config, token, async ({ list, profileId, isForAll }) => {
    const [row] = await context.db.select().from(profiles).where(eq(profiles.id, profileId));
    const guardianFields = row && (await findGuardianFields(context.db, profileId));
    if (!guardianFields) return undefined;
    const guardianAddress = readGuardianAddress(guardianFields.contact) ?? "";
    const isOn = list === "guardian" ? guardianState(guardianFields) === "confirmed" : row[list];
    return { subscribed: { list, isOn }, profileId, guardianAddress, isForAll };
  });
}
