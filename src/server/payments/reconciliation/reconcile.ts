/**
 * Reconciles our records with the provider if neither the webhook nor the return page has updated
 * them.
 */
import { and, asc, eq, isNotNull, isNull, lt, not } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import { isDisputed as isDisputedError, isMissing } from "../../providers/stripe/failures.ts";
import { releaseOverdueHolds } from "../../seats/waiting-list.jobs.ts";
import { closeCheckout, closeOpenCheckout, freeSeat } from "../checkout/checkout.ts";
import { settleCheckout } from "../checkout/settle.ts";
import { recoverDispute } from "../disputes/dispute-recovery.ts";
import { syncDispute } from "../disputes/disputes.ts";
import { retryEvidence } from "../disputes/evidence.ts";
import { createAccount } from "../payment-accounts/account-creation.ts";
import { findUnfinished } from "../payment-accounts/payment-accounts.ts";
import type { Payment, Refund } from "../payment-rows.ts";
import { completeRefund, openRefundCase } from "../refunds/refund.ts";
import { isDisputed } from "../refunds/refundable.ts";
import { processStoredEvents } from "../webhook/webhook.ts";

/**
 * Requests end within 10 s, so records that haven't changed for longer than this, in milliseconds,
 * are abandoned.
 */
const abandonedAfterMs = 15_000;

/** The maximum number of payments of one kind per run. */
const batch = 500;

/**
 * Completes interrupted account creations, events and refunds, closes checkouts that no student was
 * sent to, and settles open ones, expired ones first. A failing payment doesn't stop the others.
 *
 * @throws the first failure, after the run, so that the job queue retries soon.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - abandonedAfterMs);
  const { attempt, end } = startBatch(context);

  // This doesn't need the provider, so it runs before steps that may be delayed by an outage.
  await attempt({ step: "holds" }, () => releaseOverdueHolds(context));
  for (const account of await findUnfinished(context, before)) {
    await attempt({ paymentAccountId: account.id }, () => createAccount(context, account));
  }
  await attempt({ step: "events" }, () => processStoredEvents(context, now));
  for (const refund of await findRequested(context)) {
    await attempt({ refundId: refund.id }, () => resumeRefund(context, refund));
  }
  for (const { id } of await findLost(context)) {
    await attempt({ disputeId: id }, () => recoverDispute(context, id));
  }
  await attempt({ step: "evidence" }, () => retryEvidence(context));
  for (const payment of await findAbandoned(context, before)) {
    await attempt({ paymentId: payment.id }, () =>
      orFree(context, payment, now, () => closeCheckout(context, payment.id)),
    );
  }
  for (const payment of await findOpen(context)) {
    await attempt({ paymentId: payment.id }, () => settleOpen(context, payment, now));
  }
  end();
}

async function settleOpen(context: Context, payment: Payment, now: Date): Promise<void> {
  const { id, sessionId } = payment;
  if (sessionId === null) return;
  await orFree(context, payment, now, async () => {
    const state = await settleCheckout(context, sessionId);
    // Our clock may be ahead of the provider's.
    if (state === "open" && isOver(payment, now)) await closeOpenCheckout(context, id);
  });
}

function isOver({ sessionExpiresAt }: Payment, now: Date): boolean {
  return sessionExpiresAt !== null && sessionExpiresAt <= now;
}

/**
 * Settles or closes a checkout. Frees the seat of an expired one that the provider doesn't have.
 */
async function orFree(
  context: Context,
  payment: Payment,
  now: Date,
  settle: () => Promise<unknown>,
): Promise<void> {
  try {
    await settle();
  } catch (error) {
    if (!isMissing(error) || !isOver(payment, now)) throw error;
    context.log.error(
      { err: error, paymentId: payment.id },
      "A checkout session no longer exists; its seat is freed",
    );
    await freeSeat(context, payment.id);
  }
}

/**
 * The refund of a disputed payment waits for the dispute's outcome, even if we learn of the dispute
 * only now.
 */
async function resumeRefund(context: Context, refund: RequestedRefund): Promise<void> {
  const { id, charge } = refund;
  try {
    await completeRefund(context, id);
  } catch (error) {
    // Nobody is waiting for the response anymore.
    const isDropped = error instanceof AppError && !isDisputedError(error.cause);
    if (isDropped && refund.reason === "staff") return openRefundCase(context, refund, error);
    if (!(error instanceof AppError && isDisputedError(error.cause)) || !charge) throw error;
    for await (const dispute of context.stripe.disputes.list({ charge, limit: 100 })) {
      await syncDispute(context, dispute.id);
    }
  }
}

interface RequestedRefund {
  id: string;
  paymentId: string;
  reason: Refund["reason"];
  charge: string | null;
}

/** Requested refunds, except for those of disputed payments, which wait for the bank's decision. */
function findRequested(context: Context): Promise<RequestedRefund[]> {
  return context.db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      reason: refunds.reason,
      charge: payments.chargeId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.status, "requested"), not(isDisputed)))
    .orderBy(asc(refunds.createdAt))
    .limit(batch);
}

/** Lost disputes whose money hasn't been recovered from the teacher yet. */
function findLost(context: Context): Promise<{ id: string }[]> {
  return context.db
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.recovery, "due"))
    .limit(batch);
}

/** Open checkouts without a URL, whose creation or closing was interrupted. */
function findAbandoned(context: Context, before: Date): Promise<Payment[]> {
  return context.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, "open"),
        isNull(payments.checkoutUrl),
        lt(payments.createdAt, before),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(batch);
}

function findOpen(context: Context): Promise<Payment[]> {
  return context.db
    .select()
    .from(payments)
    .where(and(eq(payments.status, "open"), isNotNull(payments.checkoutUrl)))
    .orderBy(asc(payments.sessionExpiresAt))
    .limit(batch);
}
