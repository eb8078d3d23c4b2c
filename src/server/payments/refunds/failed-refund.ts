import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { transact } from "../../db/transact.ts";
import { isDisputed } from "../../providers/stripe/failures.ts";
import type { Refund } from "../payment-rows.ts";
import { lockPayment, type Payment } from "../payment-rows.ts";
import { recordRefunds } from "./record-refunds.ts";
import { mailRefundFailed } from "./refunds.mails.ts";

/**
 * Discards a teacher's refund request that the provider rejected, so that the teacher can make a
 * new one. Records refunds that we didn't know of. Returns the message for the teacher, who is also
 * emailed; undefined if the student has become entitled to the refund.
 */
export async function recordFailedRefund(
  context: Context,
  refund: Refund,
  error: unknown,
  listed: readonly Stripe.Refund[],
): Promise<AppError | undefined> {
  return transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, refund.paymentId);
    const [now] = await tx
      .select({ reason: refunds.reason })
      .from(refunds)
      .where(eq(refunds.id, refund.id));
    if (!rows || now?.reason !== "teacher") return undefined;
    const describeReason = () => describeRefusal(refund, rows.payment, error, listed);
    const [dropped] = await tx
      .update(refunds)
      .set({ status: "failed", failure: error instanceof Error ? error.message : String(error) })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "requested")))
      .returning();
    if (dropped?.isWhole) {
      await tx
        .update(payments)
        .set({ status: "paid", refundReason: null })
        .where(and(eq(payments.id, refund.paymentId), eq(payments.status, "refunding")));
    }
    if (dropped) {
      await mailRefundFailed(context, tx, rows, {
        amountCents: dropped.amountCents,
        describeReason,
      });
      await recordRefunds(context, tx, rows, listed);
    }
    return new AppError("conflict", describeReason(), { cause: error });
  });
}

function describeRefusal(
  { amountCents }: Refund,
  payment: Payment,
  error: unknown,
  listed: readonly Stripe.Refund[],
): string {
  if (isDisputed(error)) return refundMessages.disputed;
  const gone = listed
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((total, { amount }) => total + amount, 0);
  const leftCents = payment.amountCents - gone;
  return amountCents > leftCents ? describeRefundable(leftCents) : refundMessages.refused;
}
