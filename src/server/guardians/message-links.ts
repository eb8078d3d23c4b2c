/** The links by which guardians read their child's conversations: made, prolonged, ended. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { guardianTexts } from "#lib/guardians/guardian-view.ts";
import type { Context } from "../context.ts";
import { equalHashes, keyedHash } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { guardianMessageLinks } from "../db/tables/messages.table.ts";
import { findGuardian, type Guardian } from "./guardian.ts";

/** How long a link opens the conversations after the last mail that named it. */
export const guardianLinkDays = 30;

/**
 * The address of the child's conversations, for an email to the guardian. It stays the same from email
 * to email; one that has ended, or went to another guardian, is replaced. What opens it stands behind
 * the `#`, which browsers tell no server.
 */
export async function extendGuardianLink(
  { config }: Pick<Context, "config">,
  tx: Db,
  childId: string,
  { address }: Guardian,
): Promise<string> {
  const now = Date.now();
  const expiresAt = new Date(now + guardianLinkDays * 24 * 60 * 60 * 1000);
  const [known] = await tx
    .select()
    .from(guardianMessageLinks)
    .where(eq(guardianMessageLinks.childId, childId))
    .for("update");
  const goesOn = known?.address === address && known.expiresAt.getTime() > now;
  const link = { id: goesOn ? known.id : newId("gln"), childId, address, expiresAt };
  await tx
    .insert(guardianMessageLinks)
    .values(link)
    .onConflictDoUpdate({ target: guardianMessageLinks.childId, set: link });
  return `${config.appUrl}/guardian#${link.id}.${secretOf(config.appSecret, link)}`;
}

export interface OpenedLink {
  id: string;
  childId: string;
  guardian: Guardian;
}

/**
 * Whose conversations the token opens.
 * @throws AppError `not_found` for what is no token, has expired or was turned off, and when the
 * child is no child any more or has another guardian; always in the same words.
 */
export async function openGuardianLink(context: Context, token: string): Promise<OpenedLink> {
  const { config, db } = context;
  const [id = "", secret = ""] = token.split(".");
  const [link] = await db
    .select()
    .from(guardianMessageLinks)
    .where(eq(guardianMessageLinks.id, id));
  const ended = () => new AppError("not_found", guardianTexts.ended);
  if (!link || link.expiresAt.getTime() <= Date.now()) throw ended();
  const secrets = [config.appSecret, config.previousAppSecret ?? config.appSecret];
  if (!secrets.some((one) => equalHashes(secretOf(one, link), secret))) throw ended();
  const guardian = await findGuardian(db, link.childId);
  if (guardian?.address !== link.address) throw ended();
  return { id: link.id, childId: link.childId, guardian };
}

/** From now on the link opens nothing; the next mail brings a new one. */
export async function revokeGuardianLink(context: Context, token: string): Promise<void> {
  const { id } = await openGuardianLink(context, token);
  await context.db.delete(guardianMessageLinks).where(eq(guardianMessageLinks.id, id));
}

function secretOf(appSecret: string, { id, address }: { id: string; address: string }): string {
  return keyedHash(appSecret, "guardian-message-link", `${id}:${address}`);
}
