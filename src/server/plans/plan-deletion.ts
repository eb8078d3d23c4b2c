/** Ends the plan of a person whose account is deleted. */
import { and, eq } from "drizzle-orm";
import { isOngoing } from "#lib/plans/plans.rules.ts";
import type { Context } from "../context.ts";
import { planCheckouts, planSubscriptions } from "../db/tables/plans.table.ts";
import {
  isMissing,
  isProviderFailure,
  noAnswer,
  withinDeadline,
} from "../providers/stripe/failures.ts";
import { closePlanCheckout } from "./plan-checkout-session.ts";
import { syncSubscription } from "./subscription-sync.ts";

/**
 * Cancels the person's subscription at the provider before the account is deleted, and deletes the
 * customer there, which contains personal data. If the provider is unavailable, reconciliation
 * cancels the subscription later, because its owner is deleted.
 */
export async function cancelPlanOf(context: Context, userId: string): Promise<void> {
  try {
    await withinDeadline(noAnswer, () => endPlanOf(context, userId));
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, userId }, "The plan of a deleted account is canceled later");
  }
}

/**
 * Ends everything at the provider that belongs to a person's plan. Idempotent.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function endPlanOf(context: Context, userId: string): Promise<void> {
  const open = and(eq(planCheckouts.userId, userId), eq(planCheckouts.status, "open"));
  for (const checkout of await context.db.select().from(planCheckouts).where(open)) {
    await closePlanCheckout(context, checkout);
  }
  const rows = await context.db
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.userId, userId));
  for (const { id, status } of rows) {
    if (!isOngoing(status)) continue;
    await ignoreMissing(() => context.stripe.subscriptions.cancel(id));
    await syncSubscription(context, id);
  }
  // Deleting the customer also erases the address and the cards. Invoices are kept for accounting.
  for (const customerId of new Set(rows.map((row) => row.customerId))) {
    await ignoreMissing(() => context.stripe.customers.del(customerId));
  }
}

async function ignoreMissing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
