/** Disputed payments. */

import { eq, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { DisputeStatus } from "#lib/payments/disputes.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { disputeEvidence, disputes } from "../../db/tables/disputes.table.ts";
import { transact } from "../../db/transact.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import { settleCheckout } from "../checkout/settle.ts";
import type { Dispute } from "../payment-rows.ts";
import { findPayment, lockPayment, type PaymentRows } from "../payment-rows.ts";
import { markRefunded } from "../refunds/mark-refunded.ts";
import { sumLost } from "../refunds/refundable.ts";
import { attemptRecovery } from "./dispute-recovery.ts";
import { mailDispute } from "./disputes.mails.ts";
import { mailCourseDispute } from "./staff.mails.ts";

/** An inquiry by the bank can become a dispute with the same ID. */
const statuses: Record<string, DisputeStatus> = {
  needs_response: "open",
  warning_needs_response: "open",
  under_review: "review",
  warning_under_review: "review",
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

/**
 * Fetches a dispute from the provider and records its status. While it is open, the student keeps
 * the seat. A lost dispute ends the enrollment in the same way as a refund, and the teacher's share
 * is recovered.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function syncDispute(context: Context, disputeId: string): Promise<void> {
  const askedAt = new Date();
  const dispute = await context.stripe.disputes.retrieve(disputeId, { expand: ["charge"] });
  const charge = typeof dispute.charge === "object" ? dispute.charge : undefined;
  const paymentId = charge?.metadata.paymentId;
  if (!charge || !paymentId) return;
  const payment = await findPayment(context.db, paymentId);
  // This event can arrive before the event of the payment.
  if (payment?.status === "open" && payment.sessionId) {
    await settleCheckout(context, payment.sessionId);
  }
  const followed = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (rows?.payment.chargeId !== charge.id) return undefined;
    return { rows, row: await write(context, tx, rows, { dispute, askedAt }) };
  });
  if (!followed) return;
  const { rows, row } = followed;
  if (row.recovery === "due") await attemptRecovery(context, row.id);
  await purgeSeatPages(context, rows.enrollment, rows.course);
}

interface Told {
  dispute: Stripe.Dispute;
  askedAt: Date;
}

async function write(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  { dispute, askedAt }: Told,
): Promise<Dispute> {
  const [known] = await tx
    .select()
    .from(disputes)
    .where(eq(disputes.providerDisputeId, dispute.id));
  const status = statuses[dispute.status] ?? "open";
  // Responses can arrive in a different order than their requests were sent.
  if (known?.closedAt || (known?.askedAt && known.askedAt > askedAt)) return known;
  const isQuestion = dispute.status.startsWith("warning_");
  const isClosed = status === "won" || status === "lost";
  const dueBy = dispute.evidence_details.due_by;
  const row = {
    providerDisputeId: dispute.id,
    paymentId: rows.payment.id,
    status,
    isQuestion,
    amountCents: dispute.amount,
    reason: dispute.reason,
    dueBy: dueBy === null || isClosed ? null : new Date(dueBy * 1000),
    openedAt: new Date(dispute.created * 1000),
    closedAt: isClosed ? new Date() : null,
    recovery: status === "lost" ? ("due" as const) : null,
    askedAt,
  };
  const [written] = await tx
    .insert(disputes)
    .values(row)
    .onConflictDoUpdate({
      target: disputes.providerDisputeId,
      set: row,
      setWhere: sql`${disputes.closedAt} is null`,
    })
    .returning();
  if (!written) throw new Error(`The dispute ${dispute.id} was not stored`);
  if (known?.status === status && known.isQuestion === isQuestion) return written;
  // A response to an inquiry doesn't respond to the dispute that follows it.
  if (known?.isQuestion && !isQuestion) await reopenEvidence(tx, written);
  context.log.warn(
    { disputeId: dispute.id, paymentId: rows.payment.id, status },
    status === "open"
      ? "A payment was disputed: respond on its page of the console before the deadline"
      : "The status of a dispute has changed",
  );
  await mailDispute(context, tx, rows, written);
  if (status === "open") await mailCourseDispute(context, tx, rows, written);
  if (status === "lost") await endSeatIfNothingLeft(context, tx, rows, written);
  return written;
}

/** Makes what was submitted a draft again. The provider would repeat its response to a used key. */
async function reopenEvidence(tx: Db, { id }: Dispute): Promise<void> {
  await tx
    .update(disputeEvidence)
    .set({
      requestedAt: null,
      submittedAt: null,
      sent: null,
      attempt: sql`${disputeEvidence.attempt} + 1`,
    })
    .where(eq(disputeEvidence.disputeId, id));
}

/** A bank may take back only part of the payment, in which case the student stays enrolled. */
async function endSeatIfNothingLeft(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  { amountCents }: Dispute,
): Promise<void> {
  const { payment } = rows;
  const lost = await sumLost(tx, payment.id);
  if (lost + payment.refundedCents < payment.amountCents) return;
  const undecided = { ...rows, payment: { ...payment, refundReason: null } };
  await markRefunded(context, tx, undecided, {
    facts: { refundReason: "dispute" },
    // Banks may take back the whole payment even if part of it was refunded before.
    returnedCents: Math.min(amountCents, payment.amountCents - payment.refundedCents),
  });
}
