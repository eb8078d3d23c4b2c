/** Links with which guardians read all of their child's conversations. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { guardianMessages } from "#lib/guardians/guardians.rules.ts";
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

/**
 * The URL of the child's conversations, for an email to the guardian. All emails contain the same
 * URL, unless it was turned off or sent to a different address. The token is in the fragment, which
 * browsers don't send to servers.
 */
export async function extendMessageLink(
  { config }: Pick<Context, "config">,
  tx: Db,
  childId: string,
  { address }: Guardian,
): Promise<string> {
  const now = Date.now();
  const expiresAt = new Date(now + messageLinkDays * 24 * 60 * 60 * 1000);
  const [existing] = await tx
    .select()
    .from(guardianMessageLinks)
    .where(eq(guardianMessageLinks.childId, childId))
    .for("update");
  const isReusable = existing?.address === address && existing.expiresAt.getTime() > now;
  const link = { id: isReusable ? existing.id : newId("gln"), childId, address, expiresAt };
  await tx
    .insert(guardianMessageLinks)
    .values(link)
    .onConflictDoUpdate({ target: guardianMessageLinks.childId, set: link });
  return `${config.appUrl}/guardian#${await signLink(config, messageLink, link.id, address)}`;
}

export interface OpenedMessageLink {
  id: string;
  childId: string;
  guardian: Guardian;
}

/**
 * The child whose conversations the token opens.
 * @throws AppError `not_found` with the same message if the token is invalid, has expired or was
 * turned off, or if the student is no longer a child or has a different guardian.
 */
export async function openMessageLink(context: Context, token: string): Promise<OpenedMessageLink> {
  const { config, db } = context;
  const opened = await openLink(config, messageLink, token, async (id) => {
    const [link] = await db
      .select()
      .from(guardianMessageLinks)
      .where(eq(guardianMessageLinks.id, id));
    if (!link || link.expiresAt.getTime() <= Date.now()) return undefined;
    const guardian = await findGuardian(db, link.childId);
    if (guardian?.address !== link.address) return undefined;
    return { id, childId: link.childId, guardian, state: link.address };
  });
  if (!opened) throw new AppError("not_found", guardianMessages.ended);
  const { id, childId, guardian } = opened;
  return { id, childId, guardian };
}

/** Turns the link off. The next email contains a new one. */
export async function revokeMessageLink(context: Context, token: string): Promise<void> {
  const { id } = await openMessageLink(context, token);
  await context.db.delete(guardianMessageLinks).where(eq(guardianMessageLinks.id, id));
}
