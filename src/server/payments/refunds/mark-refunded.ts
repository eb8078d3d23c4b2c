import { and, desc, eq } from "drizzle-orm";
import { settleRefundRequest } from "../../cases/settle-case.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { offerFreedSeats } from "../../seats/waiting-list.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";
import type { RefundReason } from "./refund-request.ts";
import { mailRefunded } from "./refunds.mails.ts";

type RefundFacts = Partial<
  Pick<
    Payment,
    | "sessionId"
    | "receiptNumber"
    | "paymentIntentId"
    | "chargeId"
    | "destinationPaymentId"
    | "refundReason"
  >
>;

/** What is known about a payment's full refund. */
interface FullRefund {
  facts?: RefundFacts;
  /** The amount returned now; parts may have been returned before. */
  returnedCents: number;
}

/**
 * Records a full refund, once: the payment and the enrollment become refunded, the seat becomes
 * available, and the student and the teacher get an email with the teacher's message, if any. An
 * earlier reason is kept. A request for the refund is settled. The rows must be locked.
 */
export async function markRefunded(
  context: Context,
  tx: Db,
  { payment, enrollment, course }: PaymentRows,
  { facts = {}, returnedCents }: FullRefund,
): Promise<void> {
  if (payment.status === "refunded") return;
  const now = new Date();
  const refundReason = payment.refundReason ?? facts.refundReason ?? "provider";
  await tx
    .update(payments)
    .set({
      ...facts,
      refundReason,
      status: "refunded",
      paidAt: payment.paidAt ?? now,
      refundedAt: now,
    })
    .where(eq(payments.id, payment.id));
  const request = await findRequest(tx, payment, refundReason);
  await endRequested(tx, payment);
  await settleRefundRequest(tx, payment.id);
  if (enrollment.status === "held" || enrollment.status === "enrolled") {
    await tx
      .update(enrollments)
      .set({ status: "refunded", endedAt: now })
      .where(eq(enrollments.id, enrollment.id));
    await offerFreedSeats(context, tx, course);
  }
  await mailRefunded(context, tx, enrollment, course, {
    reason: refundReason,
    amountCents: payment.amountCents,
    returnedCents,
    ...request,
    payment,
  });
}

/** The reason and the note of the latest request for a full refund by the teacher or by staff. */
async function findRequest(
  tx: Db,
  payment: Payment,
  reason: RefundReason,
): Promise<Pick<Refund, "note" | "teacherKeepsShare"> | undefined> {
  if (reason !== "teacher" && reason !== "staff") return undefined;
  const [refundRequest] = await tx
    .select({ note: refunds.note, teacherKeepsShare: refunds.teacherKeepsShare })
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, payment.id), eq(refunds.isWhole, true), eq(refunds.reason, reason)),
    )
    .orderBy(desc(refunds.createdAt))
    .limit(1);
  return refundRequest;
}

/** Ends requested refunds that can no longer be made because everything is refunded. */
async function endRequested(tx: Db, payment: Payment): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: "failed", failure: "The payment had already been refunded in full." })
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, "requested")));
}
