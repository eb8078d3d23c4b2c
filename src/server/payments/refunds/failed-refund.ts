import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import { isKnownFailure } from "#lib/payments/refund-failures.ts";
import type { Context } from "../../context.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { transact } from "../../db/transact.ts";
import { codeOf, isDisputed } from "../../providers/stripe/failures.ts";
import type { Refund } from "../payment-rows.ts";
import { lockPayment, type Payment } from "../payment-rows.ts";
import { recordRefunds } from "./record-refunds.ts";
import { mailRefundFailed } from "./refunds.mails.ts";
import { maxRefundTries, returnToPaid } from "./rejected-refunds.ts";

/**
 * Whether a rejected refund is dropped, because the person who requested it can make another one: a teacher's,
 * and a partial one by staff. Students are entitled to all others.
 */
export function isDroppable({ reason, isWhole }: Pick<Refund, "reason" | "isWhole">): boolean {
  return reason === "teacher" || (reason === "staff" && !isWhole);
}

/**
 * Drops a full refund by staff that the provider has rejected often enough, so that staff decide again
 * in a case about the payment. The enrollment continues. Refunds to which students are entitled for another
 * reason aren't dropped.
 * @returns whether it did.
 */
export async function dropStaffRefund(
  context: Context,
  { id, paymentId, reason, attempt }: Refund,
  error: unknown,
): Promise<boolean> {
  if (reason !== "staff" || attempt + 1 < maxRefundTries) return false;
  return transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    const [dropped] = await tx
      .update(refunds)
      .set({ status: "failed", failure: nameFailure(error) })
      .where(and(eq(refunds.id, id), eq(refunds.status, "requested")))
      .returning({ id: refunds.id });
    if (!rows || !dropped) return false;
    await returnToPaid(tx, paymentId);
    return true;
  });
}

/**
 * Discards a refund request that the provider rejected, so that a new one can be made. Records refunds
 * that we didn't know of. Returns the message for the person who requested it; a teacher is also emailed.
 * Undefined if the student has become entitled to the refund.
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
      .select({ reason: refunds.reason, isWhole: refunds.isWhole })
      .from(refunds)
      .where(eq(refunds.id, refund.id));
    if (!rows || !now || !isDroppable(now)) return undefined;
    const describeReason = () => describeRefusal(refund, rows.payment, error, listed);
    const [dropped] = await tx
      .update(refunds)
      .set({ status: "failed", failure: nameFailure(error) })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "requested")))
      .returning();
    if (dropped?.isWhole) await returnToPaid(tx, refund.paymentId);
    if (dropped?.reason === "teacher") {
      await mailRefundFailed(context, tx, rows, {
        amountCents: dropped.amountCents,
        describeReason,
      });
    }
    if (dropped) await recordRefunds(context, tx, rows, listed);
    return new AppError("conflict", describeReason(), { cause: error });
  });
}

/** Stripe's code if the console has a text for it, and otherwise Stripe's own text. */
function nameFailure(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined && isKnownFailure(code)) return code;
  return error instanceof Error ? error.message : String(error);
}

function describeRefusal(
  refund: Refund,
  payment: Payment,
  error: unknown,
  listed: readonly Stripe.Refund[],
): string {
  const { amountCents } = refund;
  if (isDisputed(error)) return refundMessages.disputed;
  const gone = listed
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((total, { amount }) => total + amount, 0);
  const leftCents = payment.amountCents - gone;
  return amountCents > leftCents ? describeRefundable(leftCents) : describeRejection(refund);
}

/** Why the provider rejected a refund, for the person who requested it. */
export const describeRejection = ({ reason }: Pick<Refund, "reason">): string =>
  reason === "staff" ? refundMessages.refusedToStaff : refundMessages.refused;
