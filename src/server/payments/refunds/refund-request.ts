/** Noting that money is to go back, before the provider is asked. */

import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { lockCourse, lockEnrollment } from "../../seats/seat-rows.ts";
import { offerFreedSeats } from "../../seats/waiting-list.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";
import { readRefundable, sumLost } from "./refundable.ts";
import { mailRefunded } from "./refunds.mails.ts";

export type RefundReason = Refund["reason"];

interface RefundRequest {
  /** The teacher's words to the student. */
  note?: string | undefined;
  /** The same for every repetition of one wish. */
  requestId?: string | undefined;
}

export interface PartialRefundRequest extends RefundRequest {
  amountCents: number;
  /** What could be given back when the teacher decided, so that two pages don't give twice. */
  seenCents?: number | undefined;
  requestId: string;
}

/**
 * Notes within a transaction that all that is left of an enrollment's payment is to go back. Returns
 * the refund for `completeRefund`; undefined when no money has to move (any more).
 *
 * @throws AppError `not_found`; `conflict` when the seat was never paid, or a bank is deciding.
 */
export async function requestRefund(
  context: Context,
  tx: Db,
  enrollmentId: string,
  reason: RefundReason,
  refundRequest: RefundRequest = {},
): Promise<string | undefined> {
  const { payment, enrollment, course } = await lockSeat(tx, enrollmentId);
  if (enrollment.status === "refunded" || payment?.status === "refunded") return undefined;
  const isPaid = payment?.status === "paid" || payment?.status === "refunding";
  const wasLeft = enrollment.status === "left" && reason === "teacher" && isPaid;
  if (enrollment.status !== "enrolled" && !wasLeft) {
    throw new AppError("conflict", refundMessages.notPaid);
  }
  if (!payment) {
    await tx
      .update(enrollments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrollments.id, enrollmentId));
    await offerFreedSeats(context, tx, course);
    await mailRefunded(context, tx, enrollment, course, { reason, amountCents: 0 });
    return undefined;
  }
  // A canceled or closed course gives everything back, if only once the bank has decided.
  if (payment.status === "paid" && !reason.startsWith("course-")) {
    const { isDisputed } = await readRefundable(tx, payment.id);
    const { disputed, disputedByYou } = refundMessages;
    if (isDisputed) throw new AppError("conflict", reason === "student" ? disputedByYou : disputed);
  }
  return requestFullRefund(tx, payment, reason, refundRequest);
}

/**
 * Notes that all that is left of a paid payment is to go back. A student's claim takes the place of
 * a teacher's wish that waits: it is made whatever becomes of the teacher's account. Expects the
 * payment to be locked.
 */
export async function requestFullRefund(
  tx: Db,
  payment: Payment,
  reason: RefundReason,
  refundRequest: RefundRequest = {},
): Promise<string | undefined> {
  if (payment.status === "refunding") {
    const noted = await findPendingRefund(tx, payment.id);
    if (noted && payment.refundReason === "teacher" && reason !== "teacher") {
      await tx.update(refunds).set({ reason }).where(eq(refunds.id, noted));
      await tx.update(payments).set({ refundReason: reason }).where(eq(payments.id, payment.id));
    }
    return noted;
  }
  if (payment.status !== "paid") return undefined;
  await tx
    .update(payments)
    .set({ status: "refunding", refundReason: reason })
    .where(eq(payments.id, payment.id));
  const lost = await sumLost(tx, payment.id);
  const amountCents = payment.amountCents - payment.refundedCents - lost;
  const [noted] = await tx
    .insert(refunds)
    .values({ paymentId: payment.id, amountCents, isWhole: true, reason, ...refundRequest })
    .returning({ id: refunds.id });
  return noted?.id;
}

/** The refund of everything that is noted for a payment and not made yet. */
export async function findPendingRefund(tx: Db, paymentId: string): Promise<string | undefined> {
  const [noted] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.isWhole, true),
        eq(refunds.status, "requested"),
      ),
    );
  return noted?.id;
}

/**
 * Notes that a part of an enrollment's payment is to go back; the same wish again is the same
 * refund. All that is left is no part: it ends the enrollment.
 *
 * @throws AppError `not_found`; `conflict` when nothing was paid, less is left, or a bank is
 * deciding.
 */
export async function requestPartialRefund(
  context: Context,
  tx: Db,
  enrollmentId: string,
  { amountCents, seenCents, note, requestId }: PartialRefundRequest,
): Promise<string | undefined> {
  const { payment } = await lockSeat(tx, enrollmentId);
  if (!payment) throw new AppError("conflict", refundMessages.notPaid);
  const [known] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.requestId, requestId)));
  if (known?.status === "failed") {
    // Asked again after a refusal: a new refund, since the provider would only repeat its answer.
    await tx.update(refunds).set({ requestId: null }).where(eq(refunds.id, known.id));
  } else if (known) {
    if (known.amountCents === amountCents) return known.id;
    throw new AppError("conflict", refundMessages.otherAmount);
  }
  if (payment.status === "open" || payment.status === "expired") {
    throw new AppError("conflict", refundMessages.notPaid);
  }
  if (payment.status === "refunding") throw new AppError("conflict", refundMessages.delayed);
  const { leftCents, isDisputed } = await readRefundable(tx, payment.id);
  if (isDisputed) throw new AppError("conflict", refundMessages.disputed);
  if (seenCents !== undefined && seenCents !== leftCents) {
    throw new AppError("conflict", refundMessages.changed(leftCents));
  }
  if (amountCents > leftCents) throw new AppError("conflict", describeRefundable(leftCents));
  const open = payment.amountCents - payment.refundedCents - (await sumLost(tx, payment.id));
  if (amountCents === open) {
    return requestRefund(context, tx, enrollmentId, "teacher", { note, requestId });
  }
  const [noted] = await tx
    .insert(refunds)
    .values({
      paymentId: payment.id,
      requestId,
      amountCents,
      isWhole: false,
      reason: "teacher",
      note,
    })
    .returning({ id: refunds.id });
  return noted?.id;
}

async function lockSeat(
  tx: Db,
  enrollmentId: string,
): Promise<Omit<PaymentRows, "payment"> & { payment: Payment | undefined }> {
  const [found] = await tx
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(eq(enrollments.id, enrollmentId));
  const course = found && (await lockCourse(tx, found.courseId));
  const enrollment = await lockEnrollment(tx, enrollmentId);
  if (!course || !enrollment) throw new AppError("not_found", refundMessages.missing);
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.enrollmentId, enrollmentId))
    .for("update");
  return { payment, enrollment, course };
}
