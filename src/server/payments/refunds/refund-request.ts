/** Records requests for refunds before the provider is called. */

import { and, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { AppError, type ErrorCode } from "#lib/errors.ts";
import { toCents } from "#lib/payments/money.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import {
  maxPartialRefunds,
  minPartialRefund,
  partialRefundMessages,
} from "#lib/payments/refund-input.ts";
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
  /** The teacher's message to the student, or the reason that staff gave. */
  note?: string | undefined;
  /** Identical for all retries of one request. */
  requestId?: string | undefined;
  /** Whether the platform pays, so that the teacher keeps the share. */
  teacherKeepsShare?: boolean | undefined;
}

export interface PartialRefundRequest extends RefundRequest {
  amountCents: number;
  /** The refundable amount that the page showed, so that two open pages don't refund twice. */
  seenCents?: number | undefined;
  requestId: string;
  by?: "teacher" | "staff";
}

/**
 * Requests a refund of everything that is left of an enrollment's payment. Call this within a
 * transaction. Returns the refund ID for `completeRefund`, or undefined if nothing is left to
 * refund.
 *
 * @throws AppError `not_found`; `conflict` if the seat was never paid, or a bank is deciding on a
 * dispute.
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
  const wasLeft =
    enrollment.status === "left" && (reason === "teacher" || reason === "staff") && isPaid;
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
  // A canceled or closed course refunds everything, after the bank's decision if there is a
  // dispute.
  if (payment.status === "paid" && !reason.startsWith("course-")) {
    const { isDisputed } = await readRefundable(tx, payment.id);
    const { disputed, disputedByYou } = refundMessages;
    if (isDisputed) throw new AppError("conflict", reason === "student" ? disputedByYou : disputed);
  }
  return requestFullRefund(tx, payment, reason, refundRequest);
}

/**
 * Requests a refund of everything that is left of a paid payment. If the student is entitled to the
 * refund, it replaces a pending request from the teacher, because it doesn't depend on the
 * teacher's account. The payment must be locked.
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

/** The ID of a payment's full refund that was requested but not made yet. */
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
 * Requests a partial refund of an enrollment's payment. Repeating the request returns the same
 * refund. Refunding everything that is left doesn't count as partial, because it ends the
 * enrollment.
 *
 * @throws AppError `not_found`; `invalid_input` if the amount is too small; `conflict` if nothing was
 * paid, less is left, there were too many, or a bank is deciding on a dispute.
 */
export async function requestPartialRefund(
  context: Context,
  tx: Db,
  enrollmentId: string,
  request: PartialRefundRequest,
): Promise<string | undefined> {
  const { amountCents, seenCents, by = "teacher", ...details } = request;
  const { payment } = await lockSeat(tx, enrollmentId);
  if (!payment) throw new AppError("conflict", refundMessages.notPaid);
  const known = await findKnownRequest(tx, payment.id, { ...details, amountCents });
  if (known) return known.id;
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
  if (amountCents === open) return requestRefund(context, tx, enrollmentId, by, details);
  await requireWithinBounds(tx, payment, amountCents);
  const [noted] = await tx
    .insert(refunds)
    .values({ paymentId: payment.id, amountCents, isWhole: false, reason: by, ...details })
    .returning({ id: refunds.id });
  return noted?.id;
}

interface RepeatedRequest extends RefundRequest {
  requestId: string;
  /** Undefined for everything that is left, which the earlier attempt may have refunded. */
  amountCents: number | undefined;
}

/**
 * The refund that an earlier attempt of the same request recorded. A retry after a rejection needs a new
 * refund, because the provider would only repeat its response. The payment must be locked.
 * @throws AppError `conflict` if the earlier request had another amount, note or choice about the share.
 */
export async function findKnownRequest(
  tx: Db,
  paymentId: string,
  { requestId, amountCents, note, teacherKeepsShare = false }: RepeatedRequest,
): Promise<Refund | undefined> {
  const [known] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.requestId, requestId)));
  if (known?.status === "failed") {
    await tx.update(refunds).set({ requestId: null }).where(eq(refunds.id, known.id));
    return undefined;
  }
  const isSame =
    !known ||
    ((amountCents === undefined ? known.isWhole : known.amountCents === amountCents) &&
      (known.note ?? undefined) === note &&
      known.teacherKeepsShare === teacherKeepsShare);
  if (!isSame) throw new AppError("conflict", refundMessages.otherRequest);
  return known;
}

/**
 * Many small refunds would use up the provider's limits, because each causes events that make us
 * read all refunds of the payment. Requests that the provider rejected don't count.
 */
async function requireWithinBounds(tx: Db, { id }: Payment, amountCents: number): Promise<void> {
  const { tooSmall, tooMany } = partialRefundMessages;
  if (amountCents < toCents(minPartialRefund)) throw refuseAmount("invalid_input", tooSmall);
  const earlier = await tx.$count(
    refunds,
    and(
      eq(refunds.paymentId, id),
      inArray(refunds.reason, ["teacher", "staff"]),
      eq(refunds.isWhole, false),
      or(ne(refunds.status, "failed"), isNotNull(refunds.providerRefundId)),
    ),
  );
  if (earlier >= maxPartialRefunds) throw refuseAmount("conflict", tooMany);
}

function refuseAmount(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, { fields: [{ field: "amount", message }] });
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
