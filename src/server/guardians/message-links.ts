/** The links to a child's page in the guardian's emails. */
import { and, eq, gt, sql } from "drizzle-orm";
import { guardianHomePath } from "#lib/guardians/guardian-page.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { guardianMessageLinks } from "../db/tables/messages.table.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";
import { findGuardian, type Guardian } from "./guardian.ts";

/** Bound to the guardian's address. */
const messageLink: LinkKind = {
  purpose: "guardian-message-link",
  formerValue: (id, address) => `${id}:${address}`,
};

/** How many days a link stays valid after the last email that contained it. */
export const messageLinkDays = 30;

const hour = 60 * 60 * 1000;

/**
 * The URL of the child's page, for an email to the guardian. All emails contain the same URL,
 * unless it was turned off or sent to a different address. The token is in the fragment, which
 * browsers don't send to servers.
 */
export async function extendMessageLink(
  { config }: Pick<Context, "config">,
  tx: Db,
  { studentId: childId, address }: Guardian,
): Promise<string> {
  const id =
    (await findExtendedLink(tx, childId, address)) ?? (await extendLink(tx, childId, address));
  return `${config.appUrl}${guardianHomePath}#${await signLink(config, messageLink, id, address)}`;
}

/**
 * A link that was extended within the last hour. It isn't written again, so that transactions that
 * email the guardians of several children seldom wait for each other.
 */
async function findExtendedLink(
  tx: Db,
  childId: string,
  address: string,
): Promise<string | undefined> {
  const [link] = await tx
    .select({ id: guardianMessageLinks.id })
    .from(guardianMessageLinks)
    .where(
      and(
        eq(guardianMessageLinks.childId, childId),
        eq(guardianMessageLinks.address, address),
        gt(guardianMessageLinks.expiresAt, new Date(expiry().getTime() - hour)),
      ),
    );
  return link?.id;
}

/** Keeps the ID of a link that is still valid for this address. */
async function extendLink(tx: Db, childId: string, address: string): Promise<string> {
  const expiresAt = expiry();
  const isValid = and(
    eq(guardianMessageLinks.address, address),
    gt(guardianMessageLinks.expiresAt, new Date()),
  );
  const id = sql`case when ${isValid} then ${guardianMessageLinks.id} else excluded.id end`;
  const [link] = await tx
    .insert(guardianMessageLinks)
    .values({ id: newId("gln"), childId, address, expiresAt })
    .onConflictDoUpdate({
      target: guardianMessageLinks.childId,
      set: { id, address, expiresAt },
    })
    .returning({ id: guardianMessageLinks.id });
  if (!link) throw new Error("The link was not stored");
  return link.id;
}

const expiry = () => new Date(Date.now() + messageLinkDays * 24 * hour);

/**
 * The guardian of the child whose page the token opens. Undefined if the token is invalid, has
 * expired or was turned off, or if the student is no longer a child or has a different guardian.
 */
export async function openMessageLink(
  { config, db }: Pick<Context, "config" | "db">,
  token: string,
): Promise<{ id: string; guardian: Guardian } | undefined> {
  return openLink(config, messageLink, token, async (id) => {
    const [link] = await db
      .select()
      .from(guardianMessageLinks)
      .where(eq(guardianMessageLinks.id, id));
    if (!link || link.expiresAt.getTime() <= Date.now()) return undefined;
    const guardian = await findGuardian(db, link.childId);
    if (guardian?.address !== link.address) return undefined;
    return { id, guardian, state: link.address };
  });
}

export async function deleteMessageLink({ db }: Pick<Context, "db">, id: string): Promise<void> {
  await db.delete(guardianMessageLinks).where(eq(guardianMessageLinks.id, id));
}
