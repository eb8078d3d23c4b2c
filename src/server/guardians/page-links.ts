/**
 * The links that open children's pages for guardians: those in emails about one child, and
 * those that guardians requested with their address, for all of their children.
 */
import { and, eq, gt, lte } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { guardianHomePath } from "#lib/guardians/guardian-page.rules.ts";
import { guardianMessages } from "#lib/guardians/guardians.rules.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import { setCallerOfLink } from "../db/caller.ts";
import type { Db } from "../db/connection.ts";
import { guardianPageLinks } from "../db/tables/guardian-addresses.table.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";
import { type Guardian, listChildrenOf } from "./guardian.ts";
import { deleteMessageLink, messageLinkDays, openMessageLink } from "./message-links.ts";

/** Bound to the guardian's address. */
const pageLink: LinkKind = { purpose: "guardian-page" };

/**
 * Creates a new link. Earlier ones keep their own expiry: people who have one can neither extend it nor
 * end the others by requesting another.
 * @param address undefined for an email that isn't sent. The row is written all the same, with an
 * expiry in the past, because the work must not depend on the address.
 */
export async function createPageLink(
  { config }: Pick<Context, "config">,
  tx: Db,
  address: string | undefined,
): Promise<string> {
  const days = address === undefined ? 0 : messageLinkDays;
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const [link] = await tx
    .insert(guardianPageLinks)
    .values({ address: address ?? "", expiresAt })
    .returning({ id: guardianPageLinks.id });
  if (!link) throw new Error("The link was not stored");
  return `${config.appUrl}${guardianHomePath}#${await signLink(config, pageLink, link.id, address ?? "")}`;
}

export interface OpenedGuardianLink {
  id: string;
  /** The children whose pages the link opens. There is at least one. */
  children: readonly [Guardian, ...Guardian[]];
  /** Turns the link off. */
  revoke: () => Promise<void>;
}

/**
 * Opens a link of either kind.
 * @throws AppError `not_found` with the same message for every token that doesn't work.
 */
export async function openGuardianLink(
  context: Context,
  token: string,
): Promise<OpenedGuardianLink> {
  const ofChild = await openMessageLink(context, token);
  if (ofChild) {
    const { id, guardian } = ofChild;
    return { id, children: [guardian], revoke: () => deleteMessageLink(context, id) };
  }
  const opened = await openPageLink(context, token);
  const [first, ...others] = opened?.children ?? [];
  if (!opened || !first) throw new AppError("not_found", guardianMessages.ended);
  const { id } = opened;
  const revoke = async () => {
    await context.db.delete(guardianPageLinks).where(eq(guardianPageLinks.id, id));
  };
  return { id, children: [first, ...others], revoke };
}

function openPageLink({ config, db }: Context, token: string) {
  return openLink(config, pageLink, token, async (id) => {
    const [link] = await db
      .select()
      .from(guardianPageLinks)
      .where(and(eq(guardianPageLinks.id, id), gt(guardianPageLinks.expiresAt, new Date())));
    if (!link) return undefined;
    return { id, children: await listChildrenOf(db, link.address), state: link.address };
  });
}

/** How many times a guardian may use links per minute. */
const lookLimit = { name: "guardian-looks", points: 120, duration: 60 };

/**
 * Opens a link for a request, within the guardian's limits.
 * @param childId one of the link's children; by default the first one.
 * @throws AppError `not_found` for links that don't work and for other children; `rate_limited`.
 */
export async function enterGuardianPage(
  context: Context,
  token: string,
  childId?: string,
): Promise<OpenedGuardianLink & { guardian: Guardian }> {
  const link = await openGuardianLink(context, token);
  await admitGuardian(context, link.children[0]);
  const guardian =
    childId === undefined
      ? link.children[0]
      : link.children.find(({ studentId }) => studentId === childId);
  if (!guardian) throw new AppError("not_found", guardianMessages.ended);
  return { ...link, guardian };
}

/**
 * Counts a request against the guardian, who may have many links.
 * @throws AppError `rate_limited`.
 */
export async function admitGuardian(
  { config, limits }: Context,
  { address }: Pick<Guardian, "address">,
): Promise<void> {
  setCallerOfLink(address);
  await limits.consume(lookLimit, keyedHash(config.appSecret, "limit", address));
}

/** Turns a link off. @throws AppError `not_found` if it doesn't work anymore. */
export async function revokeGuardianPageLink(context: Context, token: string): Promise<void> {
  const { revoke } = await openGuardianLink(context, token);
  await revoke();
}

export async function purgePageLinks({ db }: Context): Promise<void> {
  await db.delete(guardianPageLinks).where(lte(guardianPageLinks.expiresAt, new Date()));
}
