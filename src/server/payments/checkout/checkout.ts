/** The checkout session of a payment: made once, found again, closed. */
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
 * Makes the checkout of a held seat and returns where the student pays; undefined when the seat
 * went elsewhere meanwhile or the same request is being answered just now: look again.
 *
 * The idempotency key is the payment's own and the request is the stored one, so that whoever
 * repeats it, after a lost answer or a crash, gets the same session. When surely nothing was made
 * the seat is freed; when nobody knows it stays held until that is found out.
 *
 * @throws AppError `conflict` when the provider refuses this sale; else Stripe's errors.
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
    // A refusal answers for all earlier tries too: had one worked, its session would have come.
    const madeNone = isRefusal(error) || (isFirst && hadNoEffect(error));
    if (!madeNone) throw error;
    await freeSeat(context, payment.id);
    if (!isRefusal(error)) throw error;
    // A request that was cut off too long ago names an end that is too near by now.
    if (!isFirst) return undefined;
    context.log.error({ err: error, paymentId: payment.id }, "The provider refused a checkout");
    throw new AppError("conflict", enrollMessages.notPayable, { cause: error });
  }
  // Whoever has been told to try again later will never see this address.
  if (deadline.aborted) return undefined;
  return recordOpen(context, payment.id, session);
}

/**
 * Cancels a checkout: nobody is sent there any more, and its session is expired. The seat is freed
 * unless it was paid meanwhile.
 *
 * @throws Stripe's errors when the provider can't be asked; reconciling closes it later.
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
 * Releases the seat of a canceled checkout whatever the provider says. The payment stays open until
 * its outcome is known: if it was paid after all, settling decides about the seat.
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
 * Ends a checkout without an address: called off, or made and never shown to the student. One that
 * a student was sent to meanwhile stays open.
 *
 * @throws Stripe's errors when the provider is unavailable.
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
    // Only an open session can be expired: settling tells what it has become.
    if (!isRefusal(error)) throw error;
    return settleCheckout(context, sessionId);
  }
  return settleSession(context, expired);
}

/**
 * Finds out the session of a payment whose request was cut off: the same request brings it, or
 * proves that there is none.
 */
async function recoverSession(
  context: Context,
  payment: Payment,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await createSession(context, payment);
  } catch (error) {
    const isOver = payment.sessionExpiresAt !== null && payment.sessionExpiresAt <= new Date();
    // Once its time is over no session can be made or paid any more, so the list is the last word.
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

/** Looks through the sessions made about when the seat was held: keys are forgotten after a day. */
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
 * Notes the session of an open payment, to which the student is going to be sent. Undefined when
 * the checkout is over or being closed.
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

/** Notes the session in order to close it; false when a student was sent there just now. */
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

/** Frees a held seat of which it is certain that nobody can pay for it. */
export async function freeSeat(context: Context, paymentId: string): Promise<void> {
  await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (rows) await settleExpired(context, tx, rows);
  });
}
