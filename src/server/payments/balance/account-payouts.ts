/** Payouts of teachers' accounts to their banks. */
import { lt } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { accountPayouts } from "../../db/tables/balance.table.ts";
import { isDisconnected } from "../../providers/stripe/failures.ts";

/**
 * Fetches a payout from the provider and records its state.
 * @throws Stripe's errors if the provider is unavailable or doesn't have it.
 */
export async function syncPayout(
  context: Context,
  account: string,
  payoutId: string,
): Promise<void> {
  const changedAt = new Date();
  try {
    const payout = await context.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: account });
    const row = {
      providerAccountId: account,
      status: payout.status,
      amountCents: payout.amount,
      currency: payout.currency,
      failure: payout.failure_message ?? payout.failure_code,
      createdAt: new Date(payout.created * 1000),
      changedAt,
    };
    await context.db
      .insert(accountPayouts)
      .values({ id: payout.id, ...row })
      .onConflictDoUpdate({
        target: accountPayouts.id,
        set: row,
        // Responses can arrive in a different order than their requests were sent.
        setWhere: lt(accountPayouts.changedAt, changedAt),
      });
  } catch (error) {
    if (!isDisconnected(error)) throw error;
    context.log.warn({ err: error, account, payoutId }, "A payout can't be read anymore");
  }
}
