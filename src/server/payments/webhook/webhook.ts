/**
 * Handles events of the payment provider: each is stored once and processed until that succeeds.
 */
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { payments, webhookEvents } from "../../db/tables/payments.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import { settlePlanCheckout } from "../../plans/plan-checkout-session.ts";
import { syncPlanEvent } from "../../plans/plan-events.ts";
import { isMissing } from "../../providers/stripe/failures.ts";
import { syncPayout } from "../balance/account-payouts.ts";
import { settleCheckout } from "../checkout/settle.ts";
import { syncDispute } from "../disputes/disputes.ts";
import { refreshPaymentAccount } from "../payment-accounts/payment-account-changes.ts";
import type { StripeEvent } from "./webhook-event.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * The stored part of an event: which object to fetch. The event's own data about the object is
 * never used.
 */
interface EventReference {
  objectId: string;
  /** The charge, if the object is a refund. */
  chargeId?: string;
  /** The ID of the teacher's account. */
  account?: string;
}

/**
 * Stores and processes the event. Reconciliation retries it as well.
 * @throws if processing fails, so that the provider delivers the event again.
 */
export async function receiveStripeEvent(context: Context, event: StripeEvent): Promise<void> {
  const { id: objectId = "", charge } = event.data.object;
  const payload: EventReference = {
    objectId,
    ...(typeof charge === "string" && { chargeId: charge }),
    ...(event.account !== undefined && { account: event.account }),
  };
  await context.db
    .insert(webhookEvents)
    .values({ id: event.id, provider: "stripe", type: event.type, payload })
    .onConflictDoNothing();
  const [stored] = await context.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, event.id));
  if (stored && stored.processedAt === null) await processEvent(context, stored);
}

/**
 * Processes stored events that weren't completed, oldest first, and deletes events older than a
 * month.
 *
 * @throws the first failure, after all of them.
 */
export async function processStoredEvents(context: Context, now: Date): Promise<void> {
  const waiting = await context.db
    .select()
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        eq(webhookEvents.provider, "stripe"),
        gt(webhookEvents.receivedAt, new Date(now.getTime() - 3 * day)),
        lt(webhookEvents.receivedAt, new Date(now.getTime() - 10_000)),
      ),
    )
    .orderBy(webhookEvents.receivedAt)
    .limit(200);
  const { attempt, end } = startBatch(context);
  for (const event of waiting)
    await attempt({ eventId: event.id }, () => processEvent(context, event));
  await context.db
    .delete(webhookEvents)
    .where(lt(webhookEvents.receivedAt, new Date(now.getTime() - 30 * day)));
  end();
}

async function processEvent(
  context: Context,
  event: typeof webhookEvents.$inferSelect,
): Promise<void> {
  await handleEvent(context, event.type, event.payload as EventReference);
  await context.db
    .update(webhookEvents)
    .set({ processedAt: new Date() })
    .where(eq(webhookEvents.id, event.id));
}

async function handleEvent(
  context: Context,
  type: string,
  { objectId, chargeId, account }: EventReference,
): Promise<void> {
  // Upcoming invoices have no ID yet.
  if (objectId === "") return;
  try {
    if (type.startsWith("checkout.session.")) {
      await settleCheckout(context, objectId);
      await settlePlanCheckout(context, objectId);
    } else if (type.startsWith("charge.dispute.")) await syncDispute(context, objectId);
    else if (type === "charge.refunded") await settleCharge(context, objectId);
    else if (isOfRefund(type) && chargeId) await settleCharge(context, chargeId);
    else if (type === "account.updated") await refreshPaymentAccount(context, objectId);
    else if (type === "account.application.deauthorized" && account) {
      await refreshPaymentAccount(context, account);
    } else if (type.startsWith("payout.") && account) await syncPayout(context, account, objectId);
    await syncPlanEvent(context, { type, objectId, chargeId });
  } catch (error) {
    // The event is forged or belongs to other keys, so the object will never exist.
    if (!isMissing(error)) throw error;
    context.log.warn({ err: error, type, objectId }, "An event refers to an unknown object");
  }
}

/** Refunds may fail days after they were made. */
function isOfRefund(type: string): boolean {
  return type.startsWith("refund.") || type === "charge.refund.updated";
}

/** Settles a charge's checkout, which also records refunds, regardless of who made them. */
export async function settleCharge(context: Context, chargeId: string): Promise<void> {
  const charge = await context.stripe.charges.retrieve(chargeId);
  const paymentId = charge.metadata.paymentId;
  if (!paymentId) return;
  const [payment] = await context.db
    .select({ sessionId: payments.sessionId })
    .from(payments)
    .where(eq(payments.id, paymentId));
  if (payment?.sessionId) await settleCheckout(context, payment.sessionId);
}
