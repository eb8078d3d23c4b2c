/** Emails about a person's subscription, queued in the transaction of the change. */

import { eq } from "drizzle-orm";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { graceDays, isOngoing, planSettingsPath, plansPath } from "#lib/plans/plans.rules.ts";
import { site } from "#lib/site/site.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findRecipient, mailPersonAndGuardian } from "../guardians/recipients.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { SubscriptionRow } from "./subscription-facts.ts";

type Kind = "started" | "problem" | "ended";

/**
 * Notifies the owner that the subscription has started, that a renewal payment has failed, or that
 * the subscription has ended. Nothing is sent for other changes.
 */
export async function mailPlanChange(
  context: Context,
  tx: Db,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<void> {
  const kind = findKind(before, after);
  if (!kind) return;
  const [user] = await tx
    .select({
      email: users.email,
      name: users.name,
      language: users.language,
      profileId: profiles.id,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, after.userId));
  if (!user) return;
  const person = user.profileId === null ? undefined : await findRecipient(tx, user.profileId);
  if (person) {
    await mailPersonAndGuardian(context, tx, person, () => {
      const { subject, ...content } = write(context, kind, after, person.timeZone);
      const about = `plan:${after.id}`;
      return {
        notice: { sender: person.profileId, about, kind, lasting: true },
        subject,
        content,
      };
    });
  } else {
    const mail = runWithLanguage(user.language, () => {
      const { subject, ...content } = write(context, kind, after, "UTC");
      return { subject, content: { ...content, recipientName: user.name } };
    });
    await sendMail(context, tx, { ...mail, to: user.email, language: user.language });
  }
}

function findKind(before: SubscriptionRow | undefined, after: SubscriptionRow): Kind | undefined {
  if (after.cancelReason === "duplicate" || after.cancelReason === "account-deleted") {
    return undefined;
  }
  const hasStarted = ({ status }: SubscriptionRow) => isOngoing(status) && status !== "incomplete";
  if (hasStarted(after) && !(before && hasStarted(before))) return "started";
  if (before?.status === after.status) return undefined;
  if (after.status === "past_due" || after.status === "unpaid") return "problem";
  const wasOngoing = before && hasStarted(before);
  return after.status === "canceled" && wasOngoing ? "ended" : undefined;
}

function write({ config }: Context, kind: Kind, subscription: SubscriptionRow, timeZone: string) {
  const texts = getTexts("plans");
  const price = formatExactPrice(toDollars(subscription.amountCents));
  const values = {
    site: site.name,
    price,
    interval: subscription.interval,
    date: formatDate(subscription.currentPeriodEnd.toISOString(), timeZone),
    status: subscription.status,
    days: graceDays,
    reason: subscription.cancelReason ?? "other",
  };
  const pages = {
    started: "/quran",
    problem: planSettingsPath,
    ended: plansPath,
  } as const;
  return {
    subject: texts(`mail.${kind}.subject`, values),
    title: texts(`mail.${kind}.title`, values),
    preheader: texts(`mail.${kind}.preheader`, values),
    paragraphs: [texts(`mail.${kind}.first`, values), texts(`mail.${kind}.second`, values)],
    action: { label: texts(`mail.${kind}.action`), url: pageUrl(config, pages[kind]) },
    because: texts("mail.because", values),
  };
}
