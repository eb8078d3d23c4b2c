/** The only step that records what the payment provider reports about a subscription. */
import { and, eq, lte, ne, sql } from "drizzle-orm";
import { isOngoing } from "#lib/plans/plans.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { planCheckouts, planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { transact } from "../db/transact.ts";
import { isMissing } from "../providers/stripe/failures.ts";
import { mailPlanDispute } from "./console/plan-disputes.mails.ts";
import { isTakenBack, listUndecided } from "./plan-disputes.ts";
import { isPaidForNothing, refundDuePayments } from "./plan-refunds.ts";
import { mailPlanChange } from "./plans.mails.ts";
import {
  type InvoiceFacts,
  readSubscription,
  type SubscriptionFacts,
  type SubscriptionRow,
} from "./subscription-facts.ts";

type CancelReason = NonNullable<SubscriptionRow["cancelReason"]>;

/** What must be done at the provider after the state has been recorded. */
interface Consequence {
  cancel?: CancelReason;
  stopRenewal?: boolean;
}

/**
 * Reads the subscription from the provider and records it. Ends it at the provider if it must not
 * continue, and refunds payments for which nothing was delivered. It never uses the contents of an
 * event, so the order, age and number of events don't matter. It is idempotent, and anyone can
 * trigger it at any time: webhooks, the return page and reconciliation do.
 * @param invoiceId an invoice whose payment has changed.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function syncSubscription(
  context: Context,
  id: string,
  invoiceId?: string,
): Promise<void> {
  const disputed = await listUndecided(context.db, id);
  const facts = await readSubscription(context, id, [
    ...disputed,
    ...(invoiceId ? [invoiceId] : []),
  ]);
  const { cancel, stopRenewal } = await transact(context.db, (tx) => record(context, tx, facts));
  if (stopRenewal) await context.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  // Canceling comes first, so that a rejected refund doesn't leave the subscription running.
  if (cancel) await cancelSubscription(context, id);
  const refunded = await refundDuePayments(context, id);
  if (cancel || stopRenewal || refunded.length > 0) {
    const changed = await readSubscription(context, id, refunded);
    await transact(context.db, (tx) => record(context, tx, changed));
  }
}

/** Cancels the subscription immediately. A subscription that has already ended isn't changed. */
async function cancelSubscription({ stripe }: Context, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
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
  // A later request has already recorded a newer state.
  if (!after) return {};
  const latestPaid = findLatestPaid(invoices);
  const recorded = await readRecordedInvoices(tx, subscription.id);
  const { deletedAt } = owner;
  const { endedAt } = subscription;
  for (const each of invoices) {
    const isRefundDue =
      isPaidForNothing(each, recorded.get(each.invoice.id), { deletedAt, endedAt }) ||
      (cancel === "duplicate" && each === latestPaid);
    await recordInvoice(tx, each, isRefundDue);
    const isKnown = recorded.get(each.invoice.id)?.needsResponse === true;
    if (each.payment?.needsResponse && !isKnown) {
      await mailPlanDispute(context, tx, owner.id, each);
    }
  }
  if (metadata.checkoutId) await completeCheckout(tx, metadata.checkoutId);
  if (!owner.deletedAt) await mailPlanChange(context, tx, before, after);
  return {
    ...(cancel && { cancel }),
    stopRenewal:
      !cancel &&
      isOngoing(subscription.status) &&
      subscription.cancelAt === null &&
      ((await isTakenBack(tx, subscription.id)) ||
        isSuspendedAt(owner, subscription.currentPeriodEnd)),
  };
}

/**
 * Whether the person will be suspended when the plan renews, and could neither use nor cancel it.
 */
const isSuspendedAt = ({ suspendedUntil }: Owner, renewal: Date): boolean =>
  suspendedUntil !== null && suspendedUntil > renewal;

interface Owner {
  id: string;
  deletedAt: Date | null;
  suspendedUntil: Date | null;
}

/**
 * Locks the owner's account, so that concurrent changes to one person's plan wait for each other.
 * Undefined if the subscription doesn't come from one of our checkouts.
 */
async function lockOwner(
  tx: Db,
  { userId, checkoutId }: SubscriptionFacts["metadata"],
): Promise<Owner | undefined> {
  if (!userId || !checkoutId) return undefined;
  const [owner] = await tx
    .select({
      id: users.id,
      deletedAt: users.deletedAt,
      suspendedUntil: users.suspendedUntil,
    })
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

/** When the renewal whose payment failed was due. */
function findPastDueSince(
  { subscription, invoices }: SubscriptionFacts,
  before: SubscriptionRow | undefined,
): Date | null {
  if (subscription.status !== "past_due") return null;
  const unpaid = invoices.filter(({ invoice }) => invoice.status === "open");
  const oldest = unpaid.at(-1)?.invoice.createdAt;
  return before?.pastDueSince ?? oldest ?? subscription.currentPeriodStart;
}

async function readRecordedInvoices(tx: Db, subscriptionId: string) {
  const rows = await tx
    .select({
      id: planInvoices.id,
      status: planInvoices.status,
      needsResponse: planInvoices.needsResponse,
    })
    .from(planInvoices)
    .where(eq(planInvoices.subscriptionId, subscriptionId));
  return new Map(rows.map((row) => [row.id, row]));
}

async function recordInvoice(
  tx: Db,
  { invoice, payment }: InvoiceFacts,
  isRefundDue: boolean,
): Promise<void> {
  const values = { ...invoice, ...payment };
  await tx
    .insert(planInvoices)
    .values({ ...values, ...(isRefundDue && { refundAttempt: 0 }) })
    .onConflictDoUpdate({
      target: planInvoices.id,
      set: {
        ...values,
        ...(isRefundDue && { refundAttempt: sql`coalesce(${planInvoices.refundAttempt}, 0)` }),
      },
      setWhere: lte(planInvoices.askedAt, invoice.askedAt),
    });
}

/** The checkout's stored request contains the person's email address, so it is deleted. */
async function completeCheckout(tx: Db, checkoutId: string): Promise<void> {
  await tx
    .update(planCheckouts)
    .set({ status: "completed", endedAt: new Date(), request: null, checkoutUrl: null })
    .where(and(eq(planCheckouts.id, checkoutId), eq(planCheckouts.status, "open")));
}
