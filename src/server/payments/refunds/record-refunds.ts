/** Records the refunds that the provider lists. */
import { and, eq, sum } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";
import { markRefunded } from "./mark-refunded.ts";
import { findPendingRefund, requestFullRefund } from "./refund-request.ts";
import { sumLost } from "./refundable.ts";
import { mailPartiallyRefunded } from "./refunds.mails.ts";

/**
 * All refunds of a charge, oldest first.
 * @throws Stripe's errors.
 */
export async function listRefunds(context: Context, charge: string): Promise<Stripe.Refund[]> {
  const listed: Stripe.Refund[] = [];
  for await (const refund of context.stripe.refunds.list({ charge, limit: 100 })) {
    listed.unshift(refund);
  }
  return listed;
}

/**
 * Records the refunds of one payment: each once, regardless of who made them and in which order
 * they arrive. Once everything is refunded, the enrollment ends. The rows must be locked.
 */
export async function recordRefunds(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  listed: readonly Stripe.Refund[],
): Promise<void> {
  const newRefunds: Refund[] = [];
  for (const refund of listed) {
    const made = await recordOne(context, tx, rows.payment.id, refund);
    if (made) newRefunds.push(made);
  }
  const [total] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, rows.payment.id), eq(refunds.status, "made")));
  const refundedCents = Math.min(total?.cents ?? 0, rows.payment.amountCents);
  const [payment] = await tx
    .update(payments)
    .set({ refundedCents })
    .where(eq(payments.id, rows.payment.id))
    .returning();
  if (!payment) throw new Error(`The payment ${rows.payment.id} is missing`);
  if (refundedCents + (await sumLost(tx, payment.id)) >= payment.amountCents) {
    const returnedCents = refundedCents - rows.payment.refundedCents;
    await markRefunded(context, tx, { ...rows, payment }, { returnedCents });
  } else if (payment.status !== "refunded") {
    for (const refund of newRefunds)
      await mailPartiallyRefunded(context, tx, { ...rows, payment }, refund);
    await retryFullRefund(tx, payment);
  }
}

/** The maximum number of attempts at a full refund before a person has to resolve it. */
const maxTries = 3;

/**
 * Handles a failed full refund: a teacher's request is discarded, and a refund to which the student
 * is entitled is requested again.
 */
async function retryFullRefund(tx: Db, payment: Payment): Promise<void> {
  const { id, refundReason } = payment;
  if (payment.status !== "refunding" || (await findPendingRefund(tx, id))) return;
  const isClaim = refundReason !== null && refundReason !== "teacher";
  const tries = await tx.$count(refunds, and(eq(refunds.paymentId, id), eq(refunds.isWhole, true)));
  if (isClaim && tries >= maxTries) return;
  const [paid] = await tx
    .update(payments)
    .set({ status: "paid", refundReason: null })
    .where(eq(payments.id, id))
    .returning();
  if (paid && isClaim) await requestFullRefund(tx, paid, refundReason);
}

/** Stores a refund that was made but not recorded yet. */
async function recordOne(
  context: Context,
  tx: Db,
  paymentId: string,
  refund: Stripe.Refund,
): Promise<Refund | undefined> {
  const known = await findKnown(tx, paymentId, refund);
  if (refund.status === "failed" || refund.status === "canceled") {
    if (known?.status === "failed") return undefined;
    context.log.error(
      { refundId: refund.id, paymentId, reason: refund.failure_reason },
      "A refund failed at the provider: pay the student back by other means",
    );
    await tx
      .insert(refunds)
      .values({ ...toRow(paymentId, refund), ...(known && { id: known.id }), status: "failed" })
      .onConflictDoUpdate({
        target: refunds.id,
        set: { status: "failed", failure: refund.failure_reason ?? "The refund was canceled." },
      });
    return undefined;
  }
  if (known?.status === "made") return undefined;
  if (!known) {
    const [added] = await tx.insert(refunds).values(toRow(paymentId, refund)).returning();
    return added;
  }
  const [made] = await tx
    .update(refunds)
    .set({
      status: "made",
      amountCents: refund.amount,
      providerRefundId: refund.id,
      isPlatforms: isPlatforms(refund),
      madeAt: new Date(refund.created * 1000),
      failure: null,
    })
    .where(eq(refunds.id, known.id))
    .returning();
  return made;
}

function toRow(paymentId: string, refund: Stripe.Refund): typeof refunds.$inferInsert {
  return {
    paymentId,
    status: "made",
    amountCents: refund.amount,
    isWhole: false,
    reason: "provider",
    providerRefundId: refund.id,
    isPlatforms: isPlatforms(refund),
    madeAt: new Date(refund.created * 1000),
  };
}

/** Whether the platform paid for it, so that nothing was taken from the teacher's account. */
function isPlatforms({ transfer_reversal }: Stripe.Refund): boolean {
  return transfer_reversal === null || transfer_reversal === undefined;
}

async function findKnown(
  tx: Db,
  paymentId: string,
  { id, metadata }: Stripe.Refund,
): Promise<Refund | undefined> {
  const [byProvider] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, id));
  if (byProvider) return byProvider;
  const ourId = metadata?.refundId;
  if (!ourId) return undefined;
  const [ours] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, ourId), eq(refunds.paymentId, paymentId)));
  return ours?.providerRefundId ? undefined : ours;
}
