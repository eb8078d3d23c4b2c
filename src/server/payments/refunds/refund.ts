/** Makes refunds, once for each request, and reverses the transfer and the platform's fee. */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { transact } from "../../db/transact.ts";
import {
  isAlreadyRefunded,
  isDisputed,
  isKeyReused,
  isPermanentRefusal,
  isProviderFailure,
  isReplayedFailure,
  keptKeyMs,
} from "../../providers/stripe/failures.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import type { Enrollment } from "../../seats/seat-rows.ts";
import type { Refund } from "../payment-rows.ts";
import { findPayment, lockPayment, type Payment } from "../payment-rows.ts";
import {
  describeRejection,
  dropStaffRefund,
  isDroppable,
  recordFailedRefund,
} from "./failed-refund.ts";
import { listRefunds, recordRefunds } from "./record-refunds.ts";
import {
  type PartialRefundRequest,
  type RefundReason,
  requestPartialRefund,
  requestRefund,
} from "./refund-request.ts";
import { readRefundable, sumLost } from "./refundable.ts";
import { reportRejection } from "./rejected-refunds.ts";

/**
 * Refunds everything that is left to an enrolled student and frees the seat, once, regardless of
 * retries. The enrollment continues until the provider has made the refund. Reconciliation
 * completes interrupted refunds.
 *
 * @throws AppError `not_found`; `conflict` if the seat was never paid or the provider rejects the
 * refund; Stripe's errors if the provider is unavailable (the refund stays requested and is made
 * later).
 */
export async function refundEnrollment(
  context: Context,
  enrollmentId: string,
  reason: RefundReason,
  note?: string,
): Promise<Enrollment> {
  return requestAndMake(context, enrollmentId, (tx) =>
    requestRefund(context, tx, enrollmentId, reason, { note }),
  );
}

/**
 * Makes a partial refund. The enrollment continues.
 * @throws the same errors as `refundEnrollment`.
 */
export async function refundPartially(
  context: Context,
  enrollmentId: string,
  refundRequest: PartialRefundRequest,
): Promise<Enrollment> {
  return requestAndMake(context, enrollmentId, (tx) =>
    requestPartialRefund(context, tx, enrollmentId, refundRequest),
  );
}

async function requestAndMake(
  context: Context,
  enrollmentId: string,
  note: (tx: Db) => Promise<string | undefined>,
): Promise<Enrollment> {
  const refundId = await transact(context.db, note);
  return completeRequestedRefund(context, enrollmentId, refundId);
}

/**
 * Makes a refund that another transaction requested, if there was anything to refund.
 * @throws the same errors as `refundEnrollment`.
 */
export async function completeRequestedRefund(
  context: Context,
  enrollmentId: string,
  refundId: string | undefined,
): Promise<Enrollment> {
  if (refundId) await completeRefund(context, refundId);
  const [found] = await context.db
    .select({ enrollment: enrollments, course: courses })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.id, enrollmentId));
  if (!found) throw new AppError("not_found", refundMessages.missing);
  await purgeSeatPages(context, found.enrollment, found.course);
  return found.enrollment;
}

/**
 * Makes a requested refund at the provider and records it. Each refund has its own idempotency key,
 * so that retries make only one. After a rejection, the next attempt uses a new key.
 *
 * @throws AppError `conflict` if the provider rejects a request that may be dropped, or a bank is
 * deciding on a dispute; Stripe's errors.
 */
export async function completeRefund(context: Context, refundId: string): Promise<void> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.id, refundId));
  const payment = refund && (await findPayment(context.db, refund.paymentId));
  if (!refund || !payment?.paymentIntentId) return;
  if (refund.status === "failed" && isDroppable(refund)) {
    if (payment.status !== "refunded") throw new AppError("conflict", describeRejection(refund));
    if (!refund.isWhole) throw new AppError("conflict", describeRefundable(0));
  }
  if (refund.status !== "requested") return;
  // The provider would reject the refund, and the bank may return the money itself.
  const { isDisputed: isWaiting } = await readRefundable(context.db, payment.id);
  if (isWaiting) throw new AppError("conflict", refundMessages.disputed);
  const made =
    (await findMade(context, refund, payment)) ??
    (await makeRefund(context, refund, payment, payment.paymentIntentId));
  const rows = await transact(context.db, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    if (locked) await recordRefunds(context, tx, locked, made);
    return locked;
  });
  if (rows) await purgeSeatPages(context, rows.enrollment, rows.course);
  if (made.some((each) => isOurs(each, refund) && hasFailed(each))) {
    throw new AppError("conflict", describeRejection(refund));
  }
}

function isOurs({ metadata }: Stripe.Refund, refund: Refund): boolean {
  return metadata?.refundId === refund.id;
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === "failed" || status === "canceled";
}

/**
 * Looks for an old refund in the charge's list: if its response was lost, its expired key wouldn't
 * prevent a second refund.
 */
async function findMade(
  context: Context,
  refund: Refund,
  { chargeId }: Payment,
): Promise<Stripe.Refund[] | undefined> {
  if (!chargeId || Date.now() - refund.createdAt.getTime() < keptKeyMs) return undefined;
  const listed = await listRefunds(context, chargeId);
  return listed.some((each) => isOurs(each, refund)) ? listed : undefined;
}

/** Returns the refund that was made, or all refunds of the charge once everything is refunded. */
async function makeRefund(
  context: Context,
  refund: Refund,
  payment: Payment,
  paymentIntent: string,
): Promise<Stripe.Refund[]> {
  const { chargeId } = payment;
  const make = async (params: Stripe.RefundCreateParams, key: string) => {
    const idempotencyKey = refund.attempt === 0 ? key : `${key}-${refund.attempt}`;
    const made = await context.stripe.refunds.create(params, { idempotencyKey });
    // This includes earlier partial refunds whose response was lost.
    return refund.isWhole && chargeId ? listRefunds(context, chargeId) : [made];
  };
  const lost = await sumLost(context.db, payment.id);
  const request: Stripe.RefundCreateParams = {
    payment_intent: paymentIntent,
    // Without an amount, the provider refunds whatever is left at that time, but ignores what a
    // bank has taken back.
    ...(!refund.isWhole && { amount: refund.amountCents }),
    ...(refund.isWhole &&
      lost > 0 && { amount: payment.amountCents - payment.refundedCents - lost }),
    metadata: { paymentId: payment.id, enrolmentId: payment.enrollmentId, refundId: refund.id },
  };
  // A share that the platform keeps was never transferred. The refund reduces what the platform
  // owes.
  const wasTransferred = payment.destinationAccountId !== null;
  const fromSeller = wasTransferred &&
    !refund.teacherKeepsShare && {
      reverse_transfer: true,
      ...(payment.feeCents > 0 && { refund_application_fee: true }),
    };
  try {
    return await make({ ...request, ...fromSeller }, `refund-${refund.id}`);
  } catch (error) {
    if (isAlreadyRefunded(error) && chargeId) return listRefunds(context, chargeId);
    // The remaining amount may have changed since the request was first made.
    if ((isReplayedFailure(error) || isKeyReused(error)) && chargeId) {
      const listed = await listRefunds(context, chargeId);
      if (listed.some((each) => isOurs(each, refund))) return listed;
      await raiseAttempt(context, refund);
    }
    if (!isPermanentRefusal(error)) throw error;
    context.log.error({ err: error, refundId: refund.id }, "The provider rejected a refund");
    // The provider may have made refunds that we don't know of yet.
    const listed = chargeId ? await listRefunds(context, chargeId) : [];
    const refusal = await recordFailedRefund(context, refund, error, listed);
    if (refusal) throw refusal;
    if (isDisputed(error)) {
      await raiseAttempt(context, refund);
      throw new AppError("conflict", refundMessages.disputed, { cause: error });
    }
  }
  // The student is entitled to the refund, whatever happened to the teacher's account.
  try {
    return await make(request, `refund-${refund.id}-platform`);
  } catch (error) {
    if (isPermanentRefusal(error)) {
      if (!(await dropStaffRefund(context, refund, error))) await raiseAttempt(context, refund);
      await openRefundCase(context, refund, error);
    }
    throw error;
  }
}

/**
 * Opens a case about a refund that the provider rejects, once, if nobody is waiting for the
 * response.
 */
export async function openRefundCase(
  context: Context,
  { paymentId }: Pick<Refund, "paymentId">,
  error: unknown,
): Promise<void> {
  const cause = error instanceof Error ? error.message : String(error);
  await transact(context.db, (tx) => reportRejection(context, tx, paymentId, cause));
}

/** Uses a new key after a rejection, because the provider repeats the rejection for a day. */
async function raiseAttempt(context: Context, { id, attempt }: Refund): Promise<void> {
  await context.db
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt)));
}

/**
 * Attempts a refund immediately. If the provider is unavailable, reconciliation makes it later. If
 * the provider rejects a teacher's request, the teacher gets an email.
 */
export async function attemptRefund(context: Context, refundId: string): Promise<void> {
  try {
    await completeRefund(context, refundId);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "conflict";
    if (!isRefused && !isProviderFailure(error)) throw error;
    context.log.warn(
      { err: error, refundId },
      isRefused ? "A refund was rejected" : "A refund is waiting for the payment provider",
    );
  }
}
