/** Whether an address may still get a letter, checked in the transaction that sends it. */
import { and, eq, isNull } from "drizzle-orm";
import type { DeliveryReason } from "#lib/letters/letters.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import type { letterDeliveries } from "../db/tables/letters.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { listChildrenOf } from "../guardians/guardian.ts";
import { isSuppressed } from "../mail/suppressions.ts";
import { renewUnsubscribeLink } from "../newsletter/newsletter.ts";
import type { Addressee } from "./letters.mails.ts";

export type Delivery = typeof letterDeliveries.$inferSelect;

/**
 * The addressee, or why the email must not be sent. The row of a subscriber is locked, so that
 * unsubscribing waits until the email is sent, and nobody gets an email after unsubscribing.
 */
export async function findAddressee(
  context: Context,
  tx: Db,
  delivery: Delivery,
): Promise<Addressee | DeliveryReason> {
  if (await isSuppressed(tx, delivery.address)) return "suppressed";
  switch (delivery.recipient) {
    case "subscriber":
      return findSubscriber(context, tx, delivery);
    case "account":
      return findAccount(tx, delivery);
    case "guardian":
      return findGuardian(tx, delivery);
  }
}

async function findSubscriber(
  context: Context,
  tx: Db,
  { address, language }: Delivery,
): Promise<Addressee | DeliveryReason> {
  const isSubscribed = await renewUnsubscribeLink(context, tx, address);
  return isSubscribed ? { as: "subscriber", to: address, language } : "unsubscribed";
}

async function findAccount(
  tx: Db,
  { address, ownerId }: Delivery,
): Promise<Addressee | DeliveryReason> {
  const [account] = await tx
    .select({ language: users.language, userName: users.name, name: profiles.name })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(users.id, ownerId ?? ""), eq(users.email, address), isNull(users.deletedAt)));
  if (!account) return "gone";
  const { language, name, userName } = account;
  return { as: "account", to: address, language, name: name ?? userName };
}

/**
 * A guardian gets one copy for all of their children, as long as the letter still concerns one of
 * them.
 */
async function findGuardian(
  tx: Db,
  { address }: Pick<Delivery, "address">,
): Promise<Addressee | DeliveryReason> {
  const children = await listChildrenOf(tx, address);
  const [first] = children;
  if (!first) return "unsubscribed";
  return {
    as: "guardian",
    to: address,
    language: first.language,
    name: first.name,
    children: children.map(({ child, studentId }) => ({ name: child, profileId: studentId })),
  };
}
