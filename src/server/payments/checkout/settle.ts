/** The only step that records the outcome of a checkout. */
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { transact } from "../../db/transact.ts";
import { purgeSeatPages } from "../../seats/seat-pages.ts";
import { findPayment, lockPayment, type PaymentRows } from "../payment-rows.ts";
import { listRefunds, recordRefunds } from "../refunds/record-refunds.ts";
import { attemptRefund } from "../refunds/refund.ts";
import { findPendingRefund } from "../refunds/refund-request.ts";
import { chargeExpansion, chargeOf, findMismatches } from "./checkout-session.ts";
import { settleExpired, settlePaid } from "./settle-changes.ts";

/**
 * - open: waiting for the student
 * - paid: the student is enrolled
 * - expired: ended without payment
 * - refunded: the refund is made or requested
 * - foreign: not our checkout, or changed by someone else
 */
export type CheckoutState = "open" | "paid" | "expired" | "refunded" | "foreign";

/**
 * Fetches the session from the provider and advances payment and enrollment accordingly, never
 * backward. It is idempotent, and anyone can trigger it at any time: the webhook, the return page
 * and reconciliation do. The session is checked against our own rows first.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function settleCheckout(context: Context, sessionId: string): Promise<CheckoutState> {
  const { sessions } = context.stripe.checkout;
  const session = await sessions.retrieve(sessionId);
  // Only a paid session has a charge to expand.
  if (session.payment_status !== "paid") return settleSession(context, session);
  return settleSession(context, await sessions.retrieve(sessionId, { expand: chargeExpansion }));
}

/** Like `settleCheckout`, but for a session that the provider has just returned. */
export async function settleSession(
  context: Context,
  session: Stripe.Checkout.Session,
): Promise<CheckoutState> {
  const paymentId = session.metadata?.paymentId;
  if (!paymentId) return "foreign";
  if (session.status === "open") return "open";
  const charge = chargeOf(session);
  const refunds = charge && charge.refundedCents > 0 ? await listRefunds(context, charge.id) : [];
  const settled = await transact(context.db, async (tx) => {
    const rows = await lockPayment(tx, paymentId);
    if (!rows) return undefined;
    const mismatches = findMismatches(session, rows);
    if (mismatches.length > 0) {
      context.log.error(
        { sessionId: session.id, paymentId, mismatches },
        "A checkout session refers to one of our payments but wasn't created for it; nothing was changed",
      );
      return undefined;
    }
    return { rows, ...(await apply(context, tx, session, rows, refunds)) };
  });
  if (!settled) return "foreign";
  if (settled.changed) await purgeSeatPages(context, settled.rows.enrollment, settled.rows.course);
  if (settled.refundId) await attemptRefund(context, settled.refundId);
  return settled.state;
}

interface Applied {
  state: CheckoutState;
  /** Whether the number of enrolled students changed or a refund was requested. */
  changed: boolean;
  /** The ID of the full refund to make, if any. */
  refundId?: string | undefined;
}

async function apply(
  context: Context,
  tx: Context["db"],
  session: Stripe.Checkout.Session,
  rows: PaymentRows,
  refunds: readonly Stripe.Refund[],
): Promise<Applied> {
  const unchanged = { changed: false };
  if (session.status === "expired") {
    await settleExpired(context, tx, rows);
    return { state: "expired", ...unchanged };
  }
  const charge = chargeOf(session);
  if (session.payment_status !== "paid" || !charge) return { state: "open", ...unchanged };
  await settlePaid(context, tx, rows, session.id, charge);
  if (refunds.length > 0) await recordRefunds(context, tx, rows, refunds);
  const payment = await findPayment(tx, rows.payment.id);
  const isRefunding = payment?.status === "refunding";
  return {
    state: isRefunding || payment?.status === "refunded" ? "refunded" : "paid",
    changed: payment?.status !== rows.payment.status,
    ...(isRefunding && { refundId: await findPendingRefund(tx, payment.id) }),
  };
}
