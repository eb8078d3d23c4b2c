/** The only step that records what the payment provider says about a subscription. */
import { and, eq, lte, ne } from "drizzle-orm";
import { isOngoing } from "#lib/plans/plans.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { planCheckouts, planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { transact } from "../db/transact.ts";
import { hadNoEffect, isAlreadyRefunded, isMissing } from "../providers/stripe/failures.ts";
import { mailPlanChange } from "./plans.mails.ts";
import {
  type InvoiceFacts,
  readSubscription,
  type SubscriptionFacts,
  type SubscriptionRow,
} from "./subscription-facts.ts";

type CancelReason = NonNullable<SubscriptionRow["cancelReason"]>;

/** What must be done at the provider after the state was recorded. */
interface Consequence {
  cancel?: CancelReason;
  /** The payment to refund, because nothing was delivered for it. */
  refund?: string;
  stopRenewal?: boolean;
}

/**
 * Reads the subscription from the provider, records it, and ends it at the provider if it must not
 * continue. It never uses the contents of an event, so the order, age and number of events don't
 * matter. Idempotent, and anyone can trigger it at any time: webhooks, the return page and
 * reconciliation do.
 *
 * @param invoiceId an invoice whose payment has changed.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function syncSubscription(
  context: Context,
  id: string,
  invoiceId?: string,
): Promise<void> {
  const facts = await readSubscription(context, id, invoiceId);
  const { cancel, refund, stopRenewal } = await transact(context.db, (tx) =>
    record(context, tx, facts),
  );
  if (refund) await refundPayment(context, refund);
  if (stopRenewal) await context.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  if (cancel) await cancelSubscription(context, id);
  if (cancel || stopRenewal) {
    const ended = await readSubscription(context, id);
    await transact(context.db, (tx) => record(context, tx, ended));
  }
}

/** Cancels the subscription immediately. A subscription that has ended is left as it is. */
async function cancelSubscription({ stripe }: Context, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function refundPayment({ stripe, log }: Context, paymentIntent: string): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntent },
      { idempotencyKey: `plan-refund-${paymentIntent}` },
    );
  } catch (error) {
    if (isAlreadyRefunded(error)) return;
    if (hadNoEffect(error)) log.error({ err: error, paymentIntent }, "A plan wasn't refunded");
    throw error;
  }
}

async function record(context: Context, tx: Db, facts: SubscriptionFacts): Promise<Consequence> {
  const { subscription, invoices, metadata } = facts;
  const owner = await lockOwner(tx, metadata);
  if (!owner) {
    context.log.warn({ subscriptionId: subscription.id }, "A subscription isn't one of our plans");
    return {};
  }
  const [before] = await tx
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.id, subscription.id))
    .for("update");
  const pastDueSince = findPastDueSince(facts, before);
  const [duplicateOf] = await listOthers(tx, owner.id, subscription);
  const cancel = isOngoing(subscription.status)
    ? findCancelReason(facts, owner, duplicateOf !== undefined)
    : undefined;
  const values = { ...subscription, pastDueSince, userId: owner.id };
  const [after] = await tx
    .insert(planSubscriptions)
    .values({ ...values, cancelReason: cancel ?? null })
    .onConflictDoUpdate({
      target: planSubscriptions.id,
      set: { ...values, ...(cancel && { cancelReason: cancel }) },
      setWhere: lte(planSubscriptions.askedAt, subscription.askedAt),
    })
    .returning();
  // A later request has recorded a newer state.
  if (!after) return {};
  for (const invoice of invoices) await recordInvoice(tx, invoice);
  if (metadata.checkoutId) await completeCheckout(tx, metadata.checkoutId);
  if (!owner.deletedAt) await mailPlanChange(context, tx, before, after);
  const latestPaid = findLatestPaid(invoices);
  const isUndelivered =
    cancel === "duplicate" ||
    (cancel === "account-deleted" && owner.deletedAt && subscription.createdAt >= owner.deletedAt);
  const refund = isUndelivered ? latestPaid?.payment?.paymentIntentId : undefined;
  return {
    ...(cancel && { cancel }),
    ...(refund && { refund }),
    stopRenewal:
      !cancel &&
      isOngoing(subscription.status) &&
      subscription.cancelAt === null &&
      latestPaid?.payment?.dispute === "open",
  };
}

interface Owner {
  id: string;
  deletedAt: Date | null;
}

/**
 * Locks the owner's account, so that changes of one person's plan don't overlap. Undefined if the
 * subscription doesn't come from one of our checkouts.
 */
async function lockOwner(
  tx: Db,
  { userId, checkoutId }: SubscriptionFacts["metadata"],
): Promise<Owner | undefined> {
  if (!userId || !checkoutId) return undefined;
  const [owner] = await tx
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .innerJoin(planCheckouts, eq(planCheckouts.userId, users.id))
    .where(and(eq(users.id, userId), eq(planCheckouts.id, checkoutId)))
    .for("update", { of: users });
  return owner;
}

/** The person's other ongoing subscriptions that are older. */
async function listOthers(
  tx: Db,
  userId: string,
  { id, createdAt }: Pick<SubscriptionRow, "id" | "createdAt">,
): Promise<SubscriptionRow[]> {
  const others = await tx
    .select()
    .from(planSubscriptions)
    .where(and(eq(planSubscriptions.userId, userId), ne(planSubscriptions.id, id)));
  const isOlder = (other: SubscriptionRow) =>
    other.createdAt < createdAt ||
    (other.createdAt.getTime() === createdAt.getTime() && other.id < id);
  return others.filter((other) => isOngoing(other.status) && isOlder(other));
}

function findCancelReason(
  { invoices }: SubscriptionFacts,
  owner: Owner,
  isDuplicate: boolean,
): CancelReason | undefined {
  if (owner.deletedAt) return "account-deleted";
  if (isDuplicate) return "duplicate";
  const latest = findLatestPaid(invoices);
  if (latest?.payment?.dispute === "lost") return "disputed";
  if (latest?.payment && latest.payment.refundedCents >= latest.invoice.amountCents) {
    return "refunded";
  }
  return undefined;
}

function findLatestPaid(invoices: readonly InvoiceFacts[]): InvoiceFacts | undefined {
  return invoices.find(({ invoice }) => invoice.status === "paid" && invoice.amountCents > 0);
}

/** When the renewal that couldn't be paid was due. */
function findPastDueSince(
  { subscription, invoices }: SubscriptionFacts,
  before: SubscriptionRow | undefined,
): Date | null {
  if (subscription.status !== "past_due") return null;
  const unpaid = invoices.filter(({ invoice }) => invoice.status === "open");
  const oldest = unpaid.at(-1)?.invoice.createdAt;
  return before?.pastDueSince ?? oldest ?? subscription.currentPeriodStart;
}

async function recordInvoice(tx: Db, { invoice, payment }: InvoiceFacts): Promise<void> {
  const { refundedCents, paymentIntentId } = payment ?? {};
  const values = { ...invoice, ...(payment && { refundedCents, paymentIntentId }) };
  await tx
    .insert(planInvoices)
    .values(values)
    .onConflictDoUpdate({
      target: planInvoices.id,
      set: values,
      setWhere: lte(planInvoices.askedAt, invoice.askedAt),
    });
}

/** The checkout's stored request contains the person's address, so it is deleted. */
async function completeCheckout(tx: Db, checkoutId: string): Promise<void> {
  await tx
    .update(planCheckouts)
    .set({ status: "completed", endedAt: new Date(), request: null, checkoutUrl: null })
    .where(and(eq(planCheckouts.id, checkoutId), eq(planCheckouts.status, "open")));
}
