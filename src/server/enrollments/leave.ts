/** Leaving a course. */
import { and, asc, eq, gt } from "drizzle-orm";
import type { LeavingView } from "#lib/enrollments/enrollments.responses.ts";
import { enrollMessages, seenRefunds } from "#lib/enrollments/enrollments.ts";
import type { LeaveInput } from "#lib/enrollments/leave-input.ts";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/payments/money.ts";
import { refundMessages } from "#lib/payments/payments.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { isRefundable, type Leaving } from "#lib/payments/refund-right.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";
import { transact } from "../db/transact.ts";
import { findPaymentOf } from "../payments/payment-rows.ts";
import { receiptNumberOf } from "../payments/receipts/receipt-numbers.ts";
import { completeRequestedRefund } from "../payments/refunds/refund.ts";
import { requestRefund } from "../payments/refunds/refund-request.ts";
import { withinDeadline } from "../providers/stripe/failures.ts";
import { findFirstRefundedSeat } from "../seats/refund-period.ts";
import { purgeSeatPages } from "../seats/seat-pages.ts";
import { type Course, type Enrollment, lockCourse, lockEnrollment } from "../seats/seat-rows.ts";
import { mailLeft } from "../seats/seats.mails.ts";
import { offerFreedSeats } from "../seats/waiting-list.ts";

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
  await tx
    .update(enrollments)
    .set({ status: "left", endedAt: new Date() })
    .where(eq(enrollments.id, seat.id));
  await mailLeft(context, tx, seat, course);
  await offerFreedSeats(context, tx, course);
}

interface Seat {
  courseId: string;
  studentId: string;
  enrolledAt: Date | null;
  createdAt: Date;
  refundPolicy: RefundPolicy;
  soldStart: Date | null;
  refundableUntil: Date | null;
}

/** The facts on which the refund policy depends. */
export async function readLeaving(db: Db, seat: Seat): Promise<Leaving> {
  // Only this policy depends on earlier enrollments.
  const first = seat.refundPolicy === "14-days" ? await findFirstRefundedSeat(db, seat) : undefined;
  return {
    policy: seat.refundPolicy,
    enrolledAt: first ?? seat.enrolledAt ?? seat.createdAt,
    soldStart: seat.soldStart,
    firstClass: await findFirstClass(db, seat),
    refundableUntil: seat.refundableUntil,
  };
}

/** The start of the first class that the student can attend, or null if there is none. */
async function findFirstClass(db: Db, seat: Seat): Promise<Date | null> {
  const [first] = await db
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, seat.courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, seat.enrolledAt ?? seat.createdAt),
      ),
    )
    .orderBy(asc(classes.startsAt))
    .limit(1);
  return first?.startsAt ?? null;
}
