/** Giving money back: once, with the transfer and the platform's fee reversed. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { refundMessages } from "#lib/payments.ts";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { mailRefunded } from "../enrolments/enrolments.mail.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { purgeSeatPages } from "../enrolments/seat-pages.ts";
import { passOnSeats } from "../enrolments/waiting-list.ts";
import { isAlreadyRefunded, isProviderTrouble } from "../providers/stripe/failures.ts";
import { markRefunded } from "./mark-refunded.ts";
import {
  type Enrolment,
  findPayment,
  lockCourse,
  lockEnrolment,
  lockPayment,
  type Payment,
} from "./payment-rows.ts";
import { payments } from "./payments.table.ts";

export type RefundReason = NonNullable<Payment["refundReason"]>;

/**
 * Gives an enrolled student the money back and frees the seat, however often it is asked. Until the
 * provider has done its part the enrolment stays; reconciling finishes what is cut off.
 *
 * @throws AppError `not_found`; `conflict` when the seat was never paid; Stripe's errors when the
 * provider can't be asked now (the refund stays noted and is made later).
 */
export async function refundEnrolment(
  context: Context,
  enrolmentId: string,
  reason: RefundReason,
): Promise<Enrolment> {
  const paymentId = await transact(context.db, (tx) =>
    requestRefund(context, tx, enrolmentId, reason),
  );
  if (paymentId) await completeRefund(context, paymentId);
  const [found] = await context.db
    .select({ enrolment: enrolments, course: courses })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .where(eq(enrolments.id, enrolmentId));
  if (!found) throw new AppError("not_found", refundMessages.missing);
  await purgeSeatPages(context, found.enrolment, found.course);
  return found.enrolment;
}

/**
 * Notes within a transaction that an enrolment is to be refunded and returns the payment that
 * `completeRefund` has to give back; undefined when no money has to move (any more).
 */
export async function requestRefund(
  context: Context,
  tx: Db,
  enrolmentId: string,
  reason: RefundReason,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ courseId: enrolments.courseId })
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId));
  const course = found && (await lockCourse(tx, found.courseId));
  const enrolment = await lockEnrolment(tx, enrolmentId);
  if (!course || !enrolment) throw new AppError("not_found", refundMessages.missing);
  if (enrolment.status === "refunded") return undefined;
  if (enrolment.status !== "enrolled") throw new AppError("conflict", refundMessages.notPaid);

  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.enrolmentId, enrolmentId))
    .for("update");
  if (!payment) {
    await tx
      .update(enrolments)
      .set({ status: "refunded", endedAt: new Date() })
      .where(eq(enrolments.id, enrolmentId));
    await passOnSeats(context, tx, course);
    await mailRefunded(context, tx, enrolment, course, reason);
    return undefined;
  }
  if (payment.status === "paid") {
    await tx
      .update(payments)
      .set({ status: "refunding", refundReason: reason })
      .where(eq(payments.id, payment.id));
  }
  return payment.id;
}

/**
 * Lets the provider give back a payment that is noted as refunding, and writes it down. The
 * idempotency key is the payment's own, so that repetitions make one refund.
 */
export async function completeRefund(context: Context, paymentId: string): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.status !== "refunding" || !payment.paymentIntentId) return;
  const refundId = await createRefund(context, payment, payment.paymentIntentId);
  const rows = await transact(context.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId);
    if (locked) await markRefunded(context, tx, locked, { refundId });
    return locked;
  });
  if (rows) await purgeSeatPages(context, rows.enrolment, rows.course);
}

/** The refund's id; null when the charge had been refunded by somebody else. */
async function createRefund(
  context: Context,
  payment: Payment,
  paymentIntentId: string,
): Promise<string | null> {
  try {
    const refund = await context.stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        reverse_transfer: true,
        ...(payment.feeCents > 0 && { refund_application_fee: true }),
        metadata: { paymentId: payment.id, enrolmentId: payment.enrolmentId },
      },
      { idempotencyKey: `refund-${payment.id}` },
    );
    if (refund.status === "failed" || refund.status === "canceled") {
      throw new Error(`The provider could not make the refund ${refund.id} (${refund.status})`);
    }
    return refund.id;
  } catch (error) {
    if (isAlreadyRefunded(error)) return null;
    throw error;
  }
}

/** Tries a refund at once; what the provider can't do now is left to reconciling. */
export async function attemptRefund(context: Context, paymentId: string): Promise<void> {
  try {
    await completeRefund(context, paymentId);
  } catch (error) {
    if (!isProviderTrouble(error)) throw error;
    context.log.warn({ err: error, paymentId }, "A refund has to wait for the payment provider");
  }
}
