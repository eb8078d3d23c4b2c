/** Giving money back: once for each wish, with the transfer and the platform's fee reversed. */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { describeRefundable, refundMessages } from "#lib/payments/payments.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrolments } from "../../db/tables/enrolments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { transact } from "../../db/transact.ts";
import {
  isAlreadyRefunded,
  isDenied,
  isDisputed,
  isKeptFailure,
  isOtherRequest,
  isProviderTrouble,
} from "../../providers/stripe/failures.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import type { Enrolment } from "../../seats/seat-rows.ts";
import type { Refund } from "../payment-rows.ts";
import { findPayment, lockPayment, type Payment } from "../payment-rows.ts";
import { recordFailedRefund } from "./failed-refund.ts";
import { listRefunds, recordRefunds } from "./record-refunds.ts";
import {
  type PartialRefundRequest,
  type RefundReason,
  requestPartialRefund,
  requestRefund,
} from "./refund-request.ts";
import { readRefundable, sumLost } from "./refundable.ts";

/**
 * Gives an enrolled student all that is left of the money back and frees the seat, however often it
 * is asked. Until the provider has done its part the enrolment stays; reconciling finishes what is
 * cut off.
 *
 * @throws AppError `not_found`; `conflict` when the seat was never paid or the provider refuses;
 * Stripe's errors when it can't be asked now (the refund stays noted and is made later).
 */
export async function refundEnrolment(
  context: Context,
  enrolmentId: string,
  reason: RefundReason,
  note?: string,
): Promise<Enrolment> {
  return requestAndMake(context, enrolmentId, (tx) =>
    requestRefund(context, tx, enrolmentId, reason, { note }),
  );
}

/** Gives a part of the money back; the enrolment goes on. Throws as `refundEnrolment` does. */
export async function refundPartially(
  context: Context,
  enrolmentId: string,
  wish: PartialRefundRequest,
): Promise<Enrolment> {
  return requestAndMake(context, enrolmentId, (tx) =>
    requestPartialRefund(context, tx, enrolmentId, wish),
  );
}

async function requestAndMake(
  context: Context,
  enrolmentId: string,
  note: (tx: Db) => Promise<string | undefined>,
): Promise<Enrolment> {
  const refundId = await transact(context.db, note);
  if (refundId) await completeRefund(context, refundId);
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
 * Lets the provider make a refund that is noted, and writes it down. The idempotency key is the
 * refund's own, so that repetitions make one; after a refusal the next attempt has a key of its own.
 *
 * @throws AppError `conflict` when the provider refuses what a teacher wished, or while a bank
 * decides; Stripe's errors.
 */
export async function completeRefund(context: Context, refundId: string): Promise<void> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.id, refundId));
  const payment = refund && (await findPayment(context.db, refund.paymentId));
  if (!refund || !payment?.paymentIntentId) return;
  if (refund.status === "failed" && refund.reason === "teacher") {
    if (payment.status !== "refunded") throw new AppError("conflict", refundMessages.refused);
    if (!refund.isWhole) throw new AppError("conflict", describeRefundable(0));
  }
  if (refund.status !== "requested") return;
  // The provider would refuse it, and the bank may give the money back itself.
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
  if (rows) await purgeSeatPages(context, rows.enrolment, rows.course);
  if (made.some((each) => isOurs(each, refund) && hasFailed(each))) {
    throw new AppError("conflict", refundMessages.refused);
  }
}

function isOurs({ metadata }: Stripe.Refund, refund: Refund): boolean {
  return metadata?.refundId === refund.id;
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === "failed" || status === "canceled";
}

/** Milliseconds after which the provider may have forgotten an idempotency key: a day, less some. */
const keptKeyMs = 20 * 60 * 60 * 1000;

/**
 * The refunds of the charge, where an old one turns out to be among them: its answer was lost, and
 * its key would not keep it from being made again.
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

/** The refund that was made; all of the charge once everything has gone back. */
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
    // An earlier part whose answer was lost belongs to the same end.
    return refund.isWhole && chargeId ? listRefunds(context, chargeId) : [made];
  };
  const lost = await sumLost(context.db, payment.id);
  const request: Stripe.RefundCreateParams = {
    payment_intent: paymentIntent,
    // Without an amount the provider gives back what is left, whatever has gone meanwhile. It
    // doesn't count what a bank has taken.
    ...(!refund.isWhole && { amount: refund.amountCents }),
    ...(refund.isWhole &&
      lost > 0 && { amount: payment.amountCents - payment.refundedCents - lost }),
    metadata: { paymentId: payment.id, enrolmentId: payment.enrolmentId, refundId: refund.id },
  };
  const fromSeller = {
    reverse_transfer: true,
    ...(payment.feeCents > 0 && { refund_application_fee: true }),
  };
  try {
    return await make({ ...request, ...fromSeller }, `refund-${refund.id}`);
  } catch (error) {
    if (isAlreadyRefunded(error) && chargeId) return listRefunds(context, chargeId);
    // What is left may have changed since the request was first made.
    if ((isKeptFailure(error) || isOtherRequest(error)) && chargeId) {
      const listed = await listRefunds(context, chargeId);
      if (listed.some((each) => isOurs(each, refund))) return listed;
      await raiseAttempt(context, refund);
    }
    if (!isDenied(error)) throw error;
    context.log.error({ err: error, refundId: refund.id }, "The provider refused a refund");
    // Money may have gone back at the provider's side, of which we haven't heard.
    const listed = chargeId ? await listRefunds(context, chargeId) : [];
    const refusal = await recordFailedRefund(context, refund, error, listed);
    if (refusal) throw refusal;
    if (isDisputed(error)) {
      await raiseAttempt(context, refund);
      throw new AppError("conflict", refundMessages.disputed, { cause: error });
    }
  }
  // The student has a claim to it, whatever has become of the seller's account.
  try {
    return await make(request, `refund-${refund.id}-platform`);
  } catch (error) {
    if (isDenied(error)) await raiseAttempt(context, refund);
    throw error;
  }
}

/** After a definitive refusal: the provider would repeat it to the same key for a day. */
async function raiseAttempt(context: Context, { id, attempt }: Refund): Promise<void> {
  await context.db
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, id), eq(refunds.attempt, attempt)));
}

/**
 * Tries a refund at once; what the provider can't do now is left to reconciling, and of a wish that
 * it refuses the teacher is told by mail.
 */
export async function attemptRefund(context: Context, refundId: string): Promise<void> {
  try {
    await completeRefund(context, refundId);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "conflict";
    if (!isRefused && !isProviderTrouble(error)) throw error;
    context.log.warn(
      { err: error, refundId },
      isRefused ? "A refund was refused" : "A refund has to wait for the payment provider",
    );
  }
}
