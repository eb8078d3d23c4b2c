/**
 * The newsletter's subscribers. An address is subscribed only once its owner has confirmed, and one
 * click unsubscribes it. Nobody else can find out whether it is subscribed.
 */
import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { isRobot } from "#lib/honeypot.ts";
import { confirmationDays, type SubscribeInput } from "#lib/newsletter/newsletter.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { keyedHash, randomToken } from "../crypto.ts";
import type { Db } from "../db/connection.ts";
import { isLockTimeout } from "../db/failures.ts";
import { newsletterRequests, newsletterSubscribers } from "../db/tables/newsletter.table.ts";
import { type Budget, takeShare } from "../http/budgets.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { mailByAddress } from "../mail/mail.limits.ts";
import { countMailTo } from "../mail/recipient-limit.ts";
import { removeRejection } from "../mail/suppressions.ts";
import type { Limit } from "../rate-limits.ts";
import {
  alreadySubscribedMail,
  confirmationMail,
  newSubscriberMail,
  welcomeMail,
} from "./newsletter.mails.ts";
import { listUnsubscribeHashes, unsubscribeHashOf } from "./unsubscribe-token.ts";

const t = getTexts("newsletter");

const hour = 60 * 60;
const day = 24 * hour;

const requestsByAddress: Limit = { name: "newsletter-ip", points: 10, duration: hour };
const requestsByEmail: Budget = {
  bySource: { name: "newsletter-ip-email", points: 3, duration: day },
  shared: { name: "newsletter-email", points: 3, duration: day },
  reserves: [{ name: "newsletter-reserve", points: 3, duration: day }],
};

export type Subscriber = typeof newsletterSubscribers.$inferSelect;

const hashRequestToken = ({ config }: Context, token: string): string =>
  keyedHash(config.appSecret, "newsletter-confirm", token);

/**
 * Emails either a confirmation link or a notice that the address is already subscribed. Response
 * and response time are the same for both. Submissions by bots are ignored.
 *
 * @param clientAddress the client's address, for rate limits.
 * @throws AppError `rate_limited`, whether or not the address is subscribed.
 */
export async function requestNewsletter(
  context: Context,
  clientAddress: string,
  input: SubscribeInput,
): Promise<void> {
  const { config, db, limits } = context;
  const { email } = input;
  await limits.consume(requestsByAddress, clientAddress);
  await limits.consume(mailByAddress, clientAddress);
  if (isRobot(input)) return;
  const key = keyedHash(config.appSecret, "limit", email);
  await takeShare(context, requestsByEmail, { address: key, source: clientAddress });
  await countMailTo(context, { email, source: clientAddress });
  const token = randomToken();
  await db.transaction(async (tx) => {
    await tx.insert(newsletterRequests).values({
      email,
      language: getLanguage(),
      tokenHash: hashRequestToken(context, token),
      expiresAt: new Date(Date.now() + confirmationDays * day * 1000),
    });
    const isSubscribed = await renewUnsubscribeLink(context, tx, email);
    const mail = isSubscribed
      ? alreadySubscribedMail(config, email)
      : confirmationMail(config, email, token);
    await sendMail(context, tx, mail);
  });
}

/**
 * Stores the current hash of an address's unsubscribe token, so that the link still works after the
 * application secret has been rotated. Call this for every email to a subscriber.
 * @returns whether the address is subscribed.
 */
export async function renewUnsubscribeLink(
  { config }: Context,
  tx: Db,
  email: string,
): Promise<boolean> {
  const renewed = await tx
    .update(newsletterSubscribers)
    .set({ leaveHash: unsubscribeHashOf(config, email) })
    .where(eq(newsletterSubscribers.email, email))
    .returning({ email: newsletterSubscribers.email });
  return renewed.length > 0;
}

/** Whether `confirmNewsletter` would accept the token now. */
export async function canConfirmNewsletter(context: Context, token: string): Promise<boolean> {
  const [request] = await context.db
    .select({ id: newsletterRequests.id })
    .from(newsletterRequests)
    .where(isOpen(context, token));
  return request !== undefined;
}

function isOpen(context: Context, token: string) {
  return and(
    eq(newsletterRequests.tokenHash, hashRequestToken(context, token)),
    gt(newsletterRequests.expiresAt, new Date()),
  );
}

/**
 * Subscribes the address to which the token was emailed. A token works only once.
 * @throws AppError `gone` if the token is unknown, used or expired.
 */
export async function confirmNewsletter(context: Context, token: string): Promise<void> {
  const { config, db } = context;
  await db.transaction(async (tx) => {
    const [request] = await tx.delete(newsletterRequests).where(isOpen(context, token)).returning({
      email: newsletterRequests.email,
      language: newsletterRequests.language,
      createdAt: newsletterRequests.createdAt,
    });
    if (!request) throw new AppError("gone", t("server.expired", { days: confirmationDays }));
    const { email, language } = request;
    await removeRejection(tx, email);
    const added = await tx
      .insert(newsletterSubscribers)
      .values({
        email,
        language,
        leaveHash: unsubscribeHashOf(config, email),
        requestedAt: request.createdAt,
        confirmedAt: new Date(),
      })
      .onConflictDoNothing()
      .returning({ email: newsletterSubscribers.email });
    if (added.length === 0) return;
    await sendMail(context, tx, welcomeMail(config, email));
    const about = `subscriber:${unsubscribeHashOf(config, email)}`;
    await sendMail(context, tx, {
      ...newSubscriberMail(email),
      notice: { sender: "newsletter", about, kind: "confirmed", lasting: true },
    });
  });
}

/**
 * Unsubscribes an address. Unknown and used tokens have no effect. If an email to the address is
 * being sent at the moment, this waits until it is sent, so that the person gets no newsletter
 * after the response.
 */
export async function unsubscribeFromNewsletter(
  { config, db }: Context,
  token: string,
): Promise<void> {
  const isOfLink = inArray(newsletterSubscribers.leaveHash, listUnsubscribeHashes(config, token));
  const remove = () => db.delete(newsletterSubscribers).where(isOfLink);
  // The wait for a lock ends before a slow mail server responds.
  await remove().catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
    return remove();
  });
}

/** Whether the link's address is subscribed. */
export async function canUnsubscribe({ config, db }: Context, token: string): Promise<boolean> {
  const hashes = listUnsubscribeHashes(config, token);
  const isOfLink = inArray(newsletterSubscribers.leaveHash, hashes);
  return (await db.$count(newsletterSubscribers, isOfLink)) > 0;
}

/** The subscription of an address, for its owner's data export; undefined if there is none. */
export async function findSubscriber(db: Db, email: string): Promise<Subscriber | undefined> {
  const [subscriber] = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email));
  return subscriber;
}

/** Deletes an address and its pending requests when its owner's account is deleted. */
export async function forgetSubscriber(db: Db, email: string): Promise<void> {
  await db.delete(newsletterRequests).where(eq(newsletterRequests.email, email));
  await db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
}

/** Deletes requests that weren't confirmed in time. */
export async function purgeNewsletterRequests({ db }: Context): Promise<void> {
  await db.delete(newsletterRequests).where(lt(newsletterRequests.expiresAt, new Date()));
}
