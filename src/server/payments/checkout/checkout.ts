/** Creates, recovers and closes the checkout session of a payment. */
import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Stripe } from "stripe";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { transact } from "../../db/transact.ts";
import { hadNoEffect, isInProgress, isRefusal } from "../../providers/stripe/failures.ts";
import { expireHolds } from "../../seats/expire-holds.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import { offerFreedSeats } from "../../seats/waiting-list.ts";
import { findPayment, lockPayment, type Payment } from "../payment-rows.ts";
import { type CheckoutState, settleCheckout, settleSession } from "./settle.ts";
import { settleExpired } from "./settle-changes.ts";

/**
 * Creates the checkout of a held seat and returns the URL where the student pays. Returns undefined
 * if the seat was lost in the meantime or another call is handling the same request; the caller
 * should then read the state again.
 *
 * The idempotency key belongs to the payment, and the request is stored, so every retry, even after
 * a lost response or a crash, gets the same session. If it is certain that no session was created,
 * the seat is freed. Otherwise, it stays held until the outcome is known.
 *
 * @throws AppError `conflict` if the provider rejects the sale; otherwise, Stripe's errors.
 */
export async function openCheckout(
  context: Context,
  payment: Payment,
  { isFirst, deadline }: { isFirst: boolean; deadline: AbortSignal },
): Promise<string | undefined> {
  let session: Stripe.Checkout.Session;
  try {
    session = await createSession(context, payment);
  } catch (error) {
    if (isInProgress(error)) return undefined;
    // A rejection also rules out earlier attempts: if one had succeeded, the provider would have
    // returned its session.
    const nothingCreated = isRefusal(error) || (isFirst && hadNoEffect(error));
    if (!nothingCreated) throw error;
    await freeSeat(context, payment.id);
    if (!isRefusal(error)) throw error;
    // The stored request is too old: its expiration is too close for the provider to accept.
    if (!isFirst) return undefined;
    context.log.error({ err: error, paymentId: payment.id }, "The provider rejected a checkout");
    throw new AppError("conflict", enrollMessages.notPayable, { cause: error });
  }
  // The student was already asked to try again later, and will never see this URL.
  if (deadline.aborted) return undefined;
  return recordOpen(context, payment.id, session);
}

/**
 * Cancels a checkout: expires its session, so that nobody can pay anymore, and frees the seat
 * unless it was paid in the meantime.
 *
 * @throws Stripe's errors if the provider is unavailable; reconciliation closes the checkout later.
 */
export async function closeOpenCheckout(
  context: Context,
  paymentId: string,
): Promise<CheckoutState> {
  await context.db
    .update(payments)
    .set({ checkoutUrl: null })
    .where(and(eq(payments.id, paymentId), eq(payments.status, "open")));
  return closeCheckout(context, paymentId);
}

/**
 * Frees the seat of a canceled checkout without a request to the provider. The payment stays open
 * until its outcome is known. If it turns out to be paid, settling it decides about the seat.
 */
export async function releaseSeat(context: Context, paymentId: string): Promise<void> {
  const rows = await transact(context.db, async (tx) => {
    const locked = await lockPayment(tx, paymentId);
    if (locked?.payment.status !== "open" || locked.enrollment.status !== "held") return undefined;
    await expireHolds(tx, eq(enrollments.id, locked.enrollment.id), new Date());
    await offerFreedSeats(context, tx, locked.course);
    return locked;
  });
  if (rows) await purgeSeatPages(context, rows.enrollment, rows.course);
}

/**
 * Closes a checkout without a stored URL, because it was canceled or never shown to the student.
 * Leaves it open if the student was sent to it in the meantime.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function closeCheckout(context: Context, paymentId: string): Promise<CheckoutState> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) return "foreign";
  if (payment.status === "open" && payment.checkoutUrl !== null) return "open";
  let { sessionId } = payment;
  if (sessionId === null) {
    if (payment.status !== "open") return "expired";
    const session = await recoverSession(context, payment);
    if (!session) {
      await freeSeat(context, payment.id);
      return "expired";
    }
    if (!(await recordClosing(context, payment.id, session))) return "open";
    sessionId = session.id;
  }
  let expired: Stripe.Checkout.Session;
  try {
    expired = await context.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    // Only an open session can be expired. Settling determines what happened to this one.
    if (!isRefusal(error)) throw error;
    return settleCheckout(context, sessionId);
  }
  return settleSession(context, expired);
}

/**
 * Finds the session of a payment whose request was interrupted. Repeating the request returns the
 * session or proves that none exists.
 */
async function recoverSession(
  context: Context,
  payment: Payment,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await createSession(context, payment);
  } catch (error) {
    const isOver = payment.sessionExpiresAt !== null && payment.sessionExpiresAt <= new Date();
    // Once the hold has expired, no session can be created or paid, so the provider's list is
    // final.
    if (!isRefusal(error) && !isOver) throw error;
    return findListed(context, payment);
  }
}

function createSession(context: Context, payment: Payment): Promise<Stripe.Checkout.Session> {
  if (!payment.checkoutRequest)
    throw new Error(`The payment ${payment.id} has no checkout request`);
  return context.stripe.checkout.sessions.create(payment.checkoutRequest, {
    idempotencyKey: `checkout-${payment.id}`,
  });
}

/**
 * Searches the sessions created around the time of the hold, because the provider discards
 * idempotency keys after a day.
 */
async function findListed(
  context: Context,
  payment: Payment,
): Promise<Stripe.Checkout.Session | undefined> {
  const held = Math.floor(payment.createdAt.getTime() / 1000);
  const created = { gte: held - 120, lte: held + 300 };
  for await (const session of context.stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.metadata?.paymentId === payment.id) return session;
  }
  return undefined;
}

/**
 * Stores the session of an open payment before the student is sent to it. Undefined if the checkout
 * has ended or is being closed.
 */
async function recordOpen(
  context: Context,
  paymentId: string,
  session: Stripe.Checkout.Session,
): Promise<string | undefined> {
  const isSame = and(eq(payments.sessionId, session.id), isNotNull(payments.checkoutUrl));
  const [recorded] = await context.db
    .update(payments)
    .set({ sessionId: session.id, checkoutUrl: session.url, checkoutRequest: null })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.status, "open"),
        or(isNull(payments.sessionId), isSame),
      ),
    )
    .returning({ checkoutUrl: payments.checkoutUrl });
  return recorded?.checkoutUrl ?? undefined;
}

/**
 * Stores the session in order to close it.
 * @returns false if the student has just been sent to it.
 */
async function recordClosing(
  context: Context,
  paymentId: string,
  session: Stripe.Checkout.Session,
): Promise<boolean> {
  const recorded = await context.db
    .update(payments)
    .set({ sessionId: session.id, checkoutRequest: null })
    .where(and(eq(payments.id, paymentId), eq(payments.status, "open"), isNull(payments.sessionId)))
    .returning({ id: payments.id });
  return recorded.length > 0;
}

/** Frees a held seat once it is certain that nobody can pay for it anymore. */
export async function freeSeat(context: Context, paymentId: string): Promise<void> {
  await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (rows) await settleExpired(context, tx, rows);
  });
}
