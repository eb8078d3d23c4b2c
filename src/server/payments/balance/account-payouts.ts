/** Payouts of teachers' accounts to their banks. */
import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { accountPayouts } from "../../db/tables/balance.table.ts";
import { transact } from "../../db/transact.ts";
import { isDisconnected } from "../../providers/stripe/failures.ts";
import { mailFailedPayout } from "./account-payouts.mails.ts";

/**
 * Banks return payouts within days. Staff see those of the last month, so older ones aren't needed.
 */
const polledMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Fetches a payout from the provider, records its state, and emails the teacher if it has failed.
 * @throws Stripe's errors if the provider is unavailable or doesn't have it.
 */
export async function syncPayout(
  context: Context,
  account: string,
  payoutId: string,
): Promise<void> {
  const askedAt = new Date();
  try {
    const payout = await context.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: account });
    await recordPayout(context, account, payout, askedAt);
  } catch (error) {
    if (!isDisconnected(error)) throw error;
    context.log.warn({ err: error, account, payoutId }, "A payout can't be read anymore");
  }
}

/**
 * Finds the account's failed payouts whose events were lost.
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function pollFailedPayouts(context: Context, account: string): Promise<void> {
  const askedAt = new Date();
  const created = { gte: Math.floor((askedAt.getTime() - polledMs) / 1000) };
  const query = { status: "failed", created, limit: 100 };
  try {
    const found = context.stripe.payouts.list(query, { stripeAccount: account });
    for await (const payout of found) await recordPayout(context, account, payout, askedAt);
  } catch (error) {
    if (!isDisconnected(error)) throw error;
    context.log.warn({ err: error, account }, "The payouts of an account can't be read anymore");
  }
}

/** The teacher is emailed in the same transaction, so exactly once. */
async function recordPayout(
  context: Context,
  account: string,
  payout: Stripe.Payout,
  changedAt: Date,
): Promise<void> {
  const row = {
    providerAccountId: account,
    status: payout.status,
    amountCents: payout.amount,
    currency: payout.currency,
    failure: payout.failure_code ?? payout.failure_message,
    createdAt: new Date(payout.created * 1000),
    changedAt,
  };
  await transact(context.db, async (tx) => {
    const isThis = eq(accountPayouts.id, payout.id);
    const [added] = await tx
      .insert(accountPayouts)
      .values({ id: payout.id, ...row })
      .onConflictDoNothing()
      .returning();
    const [before] = added
      ? []
      : await tx.select().from(accountPayouts).where(isThis).for("update");
    // Responses can arrive in a different order than their requests were sent.
    if (before && before.changedAt >= changedAt) return;
    if (before) await tx.update(accountPayouts).set(row).where(isThis);
    if (payout.status === "failed" && before?.status !== "failed") {
      await mailFailedPayout(context, tx, account, payout);
    }
  });
}
