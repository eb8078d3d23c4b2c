/**
 * The changes that settling makes, each in a transaction that locks course, enrollment and payment.
 */
import { and, eq, ne } from "drizzle-orm";
import { grantRefundOfNewSeat } from "../../classes/sold/removed-classes.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { mailEnrolled } from "../../seats/enrolled.mails.ts";
import { expireHolds } from "../../seats/expire-holds.ts";
import { closeTakenPlace, offerFreedSeats } from "../../seats/waiting-list.ts";
import type { PaymentRows } from "../payment-rows.ts";
import { nextReceiptNumber } from "../receipts/receipt-numbers.ts";
import { markRefunded } from "../refunds/mark-refunded.ts";
import { requestFullRefund } from "../refunds/refund-request.ts";
import type { SettledCharge } from "./checkout-session.ts";
import { findSeatRefusal } from "./seat-refusal.ts";

/**
 * Handles a checkout that ended without payment: frees the seat and offers it to the waiting list.
 */
export async function settleExpired(
  context: Context,
  tx: Db,
  { payment, enrollment, course }: PaymentRows,
): Promise<void> {
  if (payment.status !== "open") return;
  await tx
    .update(payments)
    .set({ status: "expired", checkoutRequest: null })
    .where(eq(payments.id, payment.id));
  if (enrollment.status === "held") {
    await tx
      .update(enrollments)
      .set({ status: "expired", endedAt: new Date() })
      .where(eq(enrollments.id, enrollment.id));
    await offerFreedSeats(context, tx, course);
  }
}

/**
 * Handles a paid checkout: confirms the seat if one is available, even after the hold has expired.
 * Otherwise, or if the course no longer accepts students, requests a refund.
 */
export async function settlePaid(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  sessionId: string,
  charge: SettledCharge,
): Promise<void> {
  const { payment, course } = rows;
  if (payment.status === "refunded") return;
  if (charge.refunded) {
    const { paymentIntentId, id: chargeId, destinationPaymentId } = charge;
    const receiptNumber = payment.receiptNumber ?? (await nextReceiptNumber(tx, course.teacherId));
    const facts = { sessionId, receiptNumber, paymentIntentId, chargeId, destinationPaymentId };
    await markRefunded(context, tx, rows, {
      facts: { ...facts, refundReason: "provider" },
      returnedCents: payment.amountCents - payment.refundedCents,
    });
    return;
  }
  if (payment.status === "paid" || payment.status === "refunding") return;

  const [paid] = await tx
    .update(payments)
    .set({
      status: "paid",
      sessionId,
      receiptNumber: payment.receiptNumber ?? (await nextReceiptNumber(tx, course.teacherId)),
      checkoutRequest: null,
      paymentIntentId: charge.paymentIntentId,
      chargeId: charge.id,
      destinationPaymentId: charge.destinationPaymentId,
      paidAt: charge.paidAt,
    })
    .where(eq(payments.id, payment.id))
    .returning();
  if (paid) await seatOrRefund(context, tx, { ...rows, payment: paid }, charge.paidAt);
}

/** Confirms the seat of a payment, or requests a full refund. The rows must be locked. */
export async function seatOrRefund(
  context: Context,
  tx: Db,
  rows: PaymentRows,
  paidAt: Date,
): Promise<void> {
  const { payment, enrollment, course } = rows;
  const now = new Date();
  const refusal = await findSeatRefusal(tx, rows, paidAt);
  if (refusal) {
    if (enrollment.status === "held") {
      await tx
        .update(enrollments)
        .set({ status: "refunded", endedAt: now })
        .where(eq(enrollments.id, enrollment.id));
      await offerFreedSeats(context, tx, course);
    }
    await requestFullRefund(tx, payment, refusal);
  } else if (enrollment.status !== "enrolled") {
    const { courseId, studentId } = enrollment;
    const ofStudent = and(eq(enrollments.courseId, courseId), eq(enrollments.studentId, studentId));
    // The student no longer needs other checkouts of this course.
    await expireHolds(tx, and(ofStudent, ne(enrollments.id, enrollment.id)), now);
    await tx
      .update(enrollments)
      .set({ status: "enrolled", enrolledAt: now, endedAt: null })
      .where(eq(enrollments.id, enrollment.id));
    await closeTakenPlace(tx, enrollment);
    const refundableUntil = await grantRefundOfNewSeat(tx, enrollment.id);
    await mailEnrolled(
      context,
      tx,
      { ...enrollment, enrolledAt: now, refundableUntil },
      course,
      payment,
    );
  }
}
