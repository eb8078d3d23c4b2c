/** Disputes of the payments for a subscription. */
import { and, eq, inArray, or } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { planInvoices } from "../db/tables/plans.table.ts";

/**
 * Whether the payer's bank takes a payment back or has done so. A lost dispute of the latest
 * payment ends the subscription at once. After one of an earlier payment, the person keeps the
 * period that is paid for, but can't continue the subscription, regardless of where they try to.
 */
export const isTakenBack = async (db: Db, subscriptionId: string): Promise<boolean> =>
  (await listDisputed(db, subscriptionId, ["open", "lost"])).length > 0;

/** The IDs of the invoices whose payments have a dispute in one of these states. */
async function listDisputed(
  db: Db,
  subscriptionId: string,
  states: readonly ("open" | "lost")[],
): Promise<string[]> {
  const rows = await db
    .select({ id: planInvoices.id })
    .from(planInvoices)
    .where(
      and(eq(planInvoices.subscriptionId, subscriptionId), inArray(planInvoices.dispute, states)),
    );
  return rows.map(({ id }) => id);
}

/** The IDs of the invoices about whose payments a bank hasn't decided. */
export async function listUndecided(db: Db, subscriptionId: string): Promise<string[]> {
  const rows = await db
    .select({ id: planInvoices.id })
    .from(planInvoices)
    .where(
      and(
        eq(planInvoices.subscriptionId, subscriptionId),
        or(eq(planInvoices.dispute, "open"), planInvoices.needsResponse),
      ),
    );
  return rows.map(({ id }) => id);
}
