/** Emails guardians a new link to their children's pages. */
import type { GuardianLinkInput } from "#lib/guardians/guardian-view.ts";
import { isRobot } from "#lib/honeypot.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getLanguage } from "#translations/runtime.ts";
import type { Context } from "../context.ts";
import { keyedHash } from "../crypto.ts";
import { listChildrenOf } from "../guardians/guardian.ts";
import { createPageLink } from "../guardians/page-links.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { mayMailTo } from "../mail/recipient-limit.ts";
import type { Limit } from "../rate-limits.ts";
import { type LinkReason, pageLinkMail } from "./guardian-page.mails.ts";

const hour = 60 * 60;
const linksBySource: Limit = { name: "guardian-page-links-ip", points: 10, duration: hour };
/** Beyond these limits nothing is sent, and the response stays the same. */
const linksByEmail: readonly Limit[] = [
  { name: "guardian-page-links", points: 3, duration: hour },
  { name: "guardian-page-links-day", points: 6, duration: 24 * hour },
];

/**
 * Emails a link to the address if it belongs to a confirmed guardian. The response and the work are
 * the same for all addresses, so that nobody learns whose guardian has which address.
 * @param clientAddress the address for rate limits.
 * @throws AppError `rate_limited`, which depends only on the source.
 */
export async function requestPageLink(
  context: Context,
  clientAddress: string,
  input: GuardianLinkInput,
): Promise<void> {
  const { limits } = context;
  await limits.consume(linksBySource, clientAddress);
  await limits.consume(mailByAddress, clientAddress);
  if (isRobot(input)) return;
  const { email } = input;
  const isWithinLimits = await countLink(context, email);
  const mayMail = await mayMailTo(context, { email, source: clientAddress });
  await mailLink(context, email, { reason: "requested", isAllowed: isWithinLimits && mayMail });
}

/** Emails the link to a guardian who has just confirmed, within the limits of the address. */
export async function mailConfirmedGuardian(context: Context, email: string): Promise<void> {
  const isAllowed = await countLink(context, email);
  await mailLink(context, email, { reason: "confirmed", isAllowed });
}

/** Counts a link of the address. @returns whether it is within the limits. */
async function countLink({ config, limits }: Context, email: string): Promise<boolean> {
  const key = keyedHash(config.appSecret, "limit", email);
  let isWithinLimits = true;
  for (const limit of linksByEmail) {
    isWithinLimits = (await limits.tryConsume(limit, key)) && isWithinLimits;
  }
  return isWithinLimits;
}

async function mailLink(
  context: Context,
  email: string,
  { reason, isAllowed }: { reason: LinkReason; isAllowed: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const children = await listChildrenOf(tx, email);
    const isSent = isAllowed && children.length > 0;
    const url = await createPageLink(context, tx, isSent ? email : undefined);
    const language = children[0]?.language ?? getLanguage();
    const mail = runWithLanguage(language, () => pageLinkMail(email, children, { url, reason }));
    await sendMail(context, tx, { ...mail, decoy: !isSent });
  });
}
