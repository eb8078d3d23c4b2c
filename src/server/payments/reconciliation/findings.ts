/**
 * Payment problems that must be resolved manually. Each is logged and emailed to the operator once.
 */

import { and, inArray, isNull } from "drizzle-orm";
import { defaultLanguage } from "#lib/languages.ts";
import type { FindingKind } from "#lib/payments/finding-kinds.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { paymentFindings } from "../../db/tables/findings.table.ts";
import { transact } from "../../db/transact.ts";
import { sendMail } from "../../mail/mail.jobs.ts";

/** Describes each kind of problem and how to resolve it. */
const kinds: Readonly<Record<FindingKind, string>> = {
  "seat-without-charge":
    "A student is enrolled in a paid course, but no charge is recorded for the seat. Look for one in the payment provider's dashboard, and ask the student how the seat was paid. If it wasn't, end the enrollment by refunding it on the Students tab of the course's teacher.",
  "seat-without-classes":
    "A student is enrolled in a paid course that no longer has classes up to the end date that the student paid for. Ask the teacher to schedule them again or to cancel the course, which refunds everyone. If the teacher does neither, refund the charge in the provider's dashboard.",
  "refund-not-made":
    "A payment is recorded as refunded, but not all of the money went back to the student, perhaps because the bank returned it. Refund the charge in the provider's dashboard, and our records will be updated within the hour. If the provider can't, pay the student back by other means.",
  "refund-failed":
    "A full refund failed repeatedly. Pay the student back by other means, and refund or settle the charge in the provider's dashboard.",
  "refund-waiting":
    "A refund has been waiting for more than six hours. Look in the log for the provider's response, and refund the charge in the provider's dashboard if the provider keeps rejecting it.",
  "outcome-unknown":
    "A checkout ended more than a day ago, and the payment provider hasn't said whether it was paid. Look for the session in the provider's dashboard. If it was paid, refund the charge there.",
  "unknown-charge":
    "The payment provider has a charge for a payment that doesn't exist in our records. Compare it with a backup of the database, or refund it in the provider's dashboard.",
  "unrecorded-charge":
    "A student was charged, but our records still don't show the payment as paid after reconciliation. Look in the log for the difference, and refund the charge in the provider's dashboard if it isn't ours.",
  "second-charge":
    "A payment was charged twice. Refund the charge named below in the provider's dashboard.",
  "missing-charge":
    "A payment is recorded as paid, but the payment provider has no charge for it. Check that the provider's key belongs to the account that took the payment, and compare with a backup of the database.",
  "amount-differs":
    "A charge and our record of the payment have different amounts. Compare both, and refund the difference in the provider's dashboard.",
  "refund-differs":
    "The payment provider and our records disagree about how much was refunded. Compare the charge's refunds with the teacher's earnings page, and correct it in the provider's dashboard.",
  "events-missing":
    "Payments were made, but the payment provider's events about them aren't arriving. Seats are confirmed late, by polling. Run npm run doctor, and look at the deliveries of the webhook endpoint in the provider's dashboard: status 400 means that STRIPE_WEBHOOK_SECRET is wrong.",
};

export interface Finding {
  kind: FindingKind;
  subjectId: string;
  /** The IDs and amounts that the operator needs, without personal data. */
  details: string;
}

/**
 * Reports new findings to the operator and closes those that no longer exist.
 * @param checked the kinds that were checked; open findings of other kinds aren't changed.
 */
export async function reportFindings(
  context: Context,
  found: readonly Finding[],
  checked: readonly FindingKind[],
): Promise<void> {
  await transact(context.db, async (tx) => {
    const current = new Set(found.map(keyOf));
    const open = await tx
      .select()
      .from(paymentFindings)
      .where(and(isNull(paymentFindings.resolvedAt), inArray(paymentFindings.kind, [...checked])));
    const gone = open.filter((row) => !current.has(keyOf(row))).map(({ id }) => id);
    await tx
      .update(paymentFindings)
      .set({ resolvedAt: new Date() })
      .where(inArray(paymentFindings.id, gone));
    for (const finding of found) await report(context, tx, finding);
  });
}

function keyOf({ kind, subjectId }: { kind: string; subjectId: string }): string {
  return `${kind} ${subjectId}`;
}

async function report(context: Context, tx: Db, finding: Finding): Promise<void> {
  const added = await tx
    .insert(paymentFindings)
    .values(finding)
    .onConflictDoNothing()
    .returning({ id: paymentFindings.id });
  if (added.length === 0) return;
  const { kind, subjectId, details } = finding;
  context.log.error({ finding: kind, subjectId, details }, kinds[kind]);
  await sendMail(context, tx, {
    to: getSupportAddress(),
    language: defaultLanguage,
    subject: `Payments need attention: ${kind} (${subjectId})`,
    content: {
      recipientName: null,
      title: "Payments need attention",
      preheader: "A check of payments found a problem that it can't fix.",
      paragraphs: [kinds[kind], `Affected: ${subjectId}. ${details}`],
      note: "We send one email for each problem.",
      because: `you operate ${site.name}`,
    },
  });
}
