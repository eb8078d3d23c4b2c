/** Ends the renewal of the plan of a person who can't log in, and therefore can't cancel it. */
import { eq } from "drizzle-orm";
import { isOngoing } from "#lib/plans/plans.rules.ts";
import type { Context } from "../context.ts";
import { planSubscriptions } from "../db/tables/plans.table.ts";
import { isProviderFailure } from "../providers/stripe/failures.ts";
import { syncSubscription } from "./subscription-sync.ts";

/**
 * Call it after a suspension. `syncSubscription` decides whether the plan would renew during it. If the
 * provider is unavailable, reconciliation does the same within a day.
 */
export async function stopRenewalOf(context: Context, userId: string): Promise<void> {
  const rows = await context.db
    .select()
    .from(planSubscriptions)
    .where(eq(planSubscriptions.userId, userId));
  try {
    for (const { id, status } of rows) if (isOngoing(status)) await syncSubscription(context, id);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, userId }, "The plan of a suspended person is stopped later");
  }
}
