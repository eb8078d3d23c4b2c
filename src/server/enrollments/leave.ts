/** Leaving a course. */
import { eq } from "drizzle-orm";
import type { LeavingView } from "#lib/enrollments/enrollments.responses.ts";
import { enrollMessages, seenRefunds } from "#lib/enrollments/enrollments.ts";
import type { LeaveInput } from "#lib/enrollments/leave-input.ts";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/payments/money.ts";
import { refundMessages } from "#lib/payments/payments.ts";
import { isRefundable } from "#lib/payments/refund-right.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";
import { transact } from "../db/transact.ts";
import { findPaymentOf } from "../payments/payment-rows.ts";
import { receiptNumberOf } from "../payments/receipts/receipt-numbers.ts";
import { completeRequestedRefund } from "../payments/refunds/refund.ts";
import { requestRefund } from "../payments/refunds/refund-request.ts";
import { withinDeadline } from "../providers/stripe/failures.ts";
import { readLeaving } from "../seats/leaving.ts";
import { purgeSeatPages } from "../seats/seat-pages.ts";
import { type Course, type Enrollment, lockCourse, lockEnrollment } from "../seats/seat-rows.ts";
import { offerFreedSeats } from "../seats/waiting-list.ts";
import { queueLeaveMail } from "./leave-mail.ts";

/**
 * Ends the acting student's enrollment in a course. The payment is refunded if the refund policy at
 * the time of enrolling allows it, or the teacher has just removed classes.
 *
 * @throws AppError `not_found` without an enrollment; `conflict` if the student saw that there is a
 * refund, and there no longer is one; `provider_unavailable` if the refund is delayed (it is
 * recorded, and the student keeps the seat until then).
 */
export async function leaveCourse(
  context: Context,
  actor: Actor,
  courseId: string,
  { seen }: LeaveInput = {},
): Promise<LeavingView> {
  const student = requireStudent(actor);
  // The lock of the course keeps the right to a refund from changing before it is used.
  const left = await transact(context.db, async (tx) => {
    const course = await lockCourse(tx, courseId);
    const [own] = await tx
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(isEnrollmentOf(student.profile.id, courseId));
    const seat = own && (await lockEnrollment(tx, own.id));
    if (!course || !seat) throw new AppError("not_found", enrollMessages.notEnrolled);
    if (await isRefundDue(tx, seat)) {
      const refundId = await requestRefund(context, tx, seat.id, "student");
      return { refunded: true, refundId, course, seat };
    }
    if (seen?.refunds) {
      const message = refundMessages.notDue;
      throw new AppError("conflict", message, { fields: [{ field: seenRefunds, message }] });
    }
    await endWithoutRefund(context, tx, seat, course);
    return { refunded: false, refundId: undefined, course, seat };
  });
  const { refunded, refundId, course, seat } = left;
  if (refunded) {
    await withinDeadline(refundMessages.delayed, () =>
      completeRequestedRefund(context, seat.id, refundId),
    );
  } else {
    await purgeSeatPages(context, seat, course);
  }
  return { refunded, ...(await describePayment(context.db, seat, refundId)) };
}

/** What the student sees after leaving. */
async function describePayment(
  db: Db,
  seat: Enrollment,
  refundId: string | undefined,
): Promise<Omit<LeavingView, "refunded">> {
  const payment = await findPaymentOf(db, seat.id);
  const [refund] =
    refundId === undefined
      ? []
      : await db
          .select({ amountCents: refunds.amountCents })
          .from(refunds)
          .where(eq(refunds.id, refundId));
  return {
    amount: toDollars(refund?.amountCents ?? 0),
    receipt: payment ? { _id: payment.id, number: receiptNumberOf(payment) } : null,
  };
}

/**
 * Whether leaving now refunds the payment. Once the student has left with a refund, a retry gets the
 * same answer, even if the payment provider makes the refund after the end of the period.
 */
async function isRefundDue(tx: Db, seat: Enrollment): Promise<boolean> {
  if (seat.amountCents === 0) return false;
  if (isRefundable(await readLeaving(tx, seat), new Date())) return true;
  const payment = await findPaymentOf(tx, seat.id);
  return payment?.status === "refunding" && payment.refundReason === "student";
}

async function endWithoutRefund(
  context: Context,
  tx: Db,
  seat: Enrollment,
  course: Course,
): Promise<void> {
  const leftAt = new Date();
  await tx
    .update(enrollments)
    .set({ status: "left", endedAt: leftAt })
    .where(eq(enrollments.id, seat.id));
  await queueLeaveMail(context, tx, seat, { course, leftAt });
  await offerFreedSeats(context, tx, course);
}
