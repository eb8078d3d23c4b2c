import { and, desc, eq, isNull } from "drizzle-orm";
import type { Actor } from "../../actor.ts";
import { findCalendarFeed } from "../../calendar-feeds/calendar-feeds.ts";
import { listContactMessagesOf } from "../../contact/contact.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { mailSuppressions } from "../../db/tables/mail-suppressions.table.ts";
import { meetingConnections } from "../../db/tables/meetings.table.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { sharePayouts } from "../../db/tables/share-payouts.table.ts";
import { findSubscriber } from "../../newsletter/newsletter.ts";
import { findOwnProfile } from "../../people/people.ts";

/**
 * The parts of an export that are single objects. Secrets (hashes, tokens) are omitted because they
 * aren't personal data.
 */
export async function findExportedAccount(db: Db, actor: Actor) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      createdAt: users.createdAt,
      passwordChangedAt: users.passwordChangedAt,
    })
    .from(users)
    .where(and(eq(users.id, actor.userId), isNull(users.deletedAt)));
  if (!account) return undefined;
  const letters = await findLetters(db, account.email);
  if (!actor.profile) {
    return {
      account,
      profile: null,
      paymentAccount: null,
      sharePayouts: [],
      meetingConnection: null,
      calendarFeed: null,
      ...letters,
    };
  }
  const { id } = actor.profile;
  const [paymentAccount = null] = await db
    .select({
      providerAccountId: paymentAccounts.providerAccountId,
      country: paymentAccounts.country,
      agreement: paymentAccounts.agreement,
      detailsSubmitted: paymentAccounts.detailsSubmitted,
      chargesEnabled: paymentAccounts.chargesEnabled,
      createdAt: paymentAccounts.createdAt,
      closedAt: paymentAccounts.closedAt,
    })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, id))
    .orderBy(desc(paymentAccounts.createdAt))
    .limit(1);
  const [meetingConnection = null] = await db
    .select({
      provider: meetingConnections.provider,
      // The export keeps the field names from when Zoom was the only meeting service.
      zoomUserId: meetingConnections.providerUserId,
      zoomAccountId: meetingConnections.providerAccountId,
      accountName: meetingConnections.accountName,
      scopes: meetingConnections.scopes,
      createdAt: meetingConnections.createdAt,
      revokedAt: meetingConnections.revokedAt,
    })
    .from(meetingConnections)
    .where(eq(meetingConnections.teacherId, id));
  const profile = await findOwnProfile(db, actor.profile);
  const calendarFeed = await findCalendarFeed({ db }, actor);
  const payouts = await db
    .select({
      amountCents: sharePayouts.amountCents,
      reference: sharePayouts.reference,
      createdAt: sharePayouts.createdAt,
      voidedAt: sharePayouts.voidedAt,
    })
    .from(sharePayouts)
    .where(eq(sharePayouts.teacherId, id));
  return {
    account,
    profile,
    paymentAccount,
    sharePayouts: payouts,
    meetingConnection,
    calendarFeed,
    ...letters,
  };
}

/**
 * The contact messages from the email address and its newsletter subscription, without the secrets
 * in our links.
 */
async function findLetters(db: Db, email: string) {
  const messages = await listContactMessagesOf(db, email);
  const subscriber = await findSubscriber(db, email);
  return {
    contactMessages: messages.map(({ digest: _d, ...message }) => message),
    newsletter: subscriber
      ? {
          requestedAt: subscriber.requestedAt,
          confirmedAt: subscriber.confirmedAt,
          language: subscriber.language,
        }
      : null,
    mailSuppression: (await findSuppression(db, email)) ?? null,
  };
}

async function findSuppression(db: Db, email: string) {
  const [suppression] = await db
    .select({ reason: mailSuppressions.reason, createdAt: mailSuppressions.createdAt })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.email, email));
  return suppression;
}
