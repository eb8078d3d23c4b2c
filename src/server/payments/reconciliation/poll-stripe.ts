/** Polls the provider for changes whose webhooks were lost. */
import { and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import { pollFailedPayouts } from "../balance/account-payouts.ts";
import { syncDispute } from "../disputes/disputes.ts";
import { refreshPaymentAccount } from "../payment-accounts/payment-account-changes.ts";
import { settleCharge } from "../webhook/webhook.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The maximum number of accounts per run. */
const batch = 200;

/** Disputes take months to resolve. */
const disputesSince = 150 * day;
const refundsSince = 3 * day;
/** How long after an account was replaced its remaining balance can still be on its way to the bank. */
const closedSince = 90 * day;

/**
 * Fetches accounts that haven't been updated for an hour and their failed payouts, those of accounts
 * that were replaced, and recent disputes and refunds.
 *
 * @throws the first failure, after everything was attempted, so that the job is retried.
 */
export async function pollStripe(context: Context): Promise<void> {
  const now = Date.now();
  const { attempt, end } = startBatch(context);
  for (const { account } of await findUnheard(context, new Date(now - hour))) {
    if (!account) continue;
    await attempt({ account }, () => refreshPaymentAccount(context, account));
    await attempt({ account }, () => pollFailedPayouts(context, account));
  }
  for (const { account } of await findClosed(context, now)) {
    if (account) await attempt({ account }, () => pollClosedAccount(context, account));
  }
  const since = (milliseconds: number) => ({
    created: { gte: Math.floor((now - milliseconds) / 1000) },
    limit: 100,
  });
  const disputeIds = new Set<string>();
  const chargeIds = new Set<string>();
  await attempt({ step: "disputes" }, async () => {
    for await (const { id } of context.stripe.disputes.list(since(disputesSince))) {
      disputeIds.add(id);
    }
  });
  await attempt({ step: "refunds" }, async () => {
    for await (const { charge } of context.stripe.refunds.list(since(refundsSince))) {
      if (charge) chargeIds.add(typeof charge === "string" ? charge : charge.id);
    }
  });
  for (const id of disputeIds) await attempt({ disputeId: id }, () => syncDispute(context, id));
  for (const id of chargeIds) await attempt({ chargeId: id }, () => settleCharge(context, id));
  end();
}

/** Open accounts that haven't been updated since the given time. */
const findUnheard = (context: Context, before: Date) =>
  findAccounts(
    context,
    isNull(paymentAccounts.closedAt),
    or(isNull(paymentAccounts.updatedAt), lt(paymentAccounts.updatedAt, before)),
  );

/** Accounts that were closed in the last months, and weren't polled for a day. */
const findClosed = (context: Context, now: number) =>
  findAccounts(
    context,
    gt(paymentAccounts.closedAt, new Date(now - closedSince)),
    or(
      isNull(paymentAccounts.updatedAt),
      lt(paymentAccounts.updatedAt, new Date(now - day)),
      // The first poll follows soon after the account was closed.
      lt(paymentAccounts.updatedAt, paymentAccounts.closedAt),
    ),
  );

/**
 * A batch of the provider's accounts, starting with those that haven't been polled for the longest
 * time.
 */
function findAccounts(context: Context, ...conditions: (SQL | undefined)[]) {
  return context.db
    .select({ account: paymentAccounts.providerAccountId })
    .from(paymentAccounts)
    .where(and(isNotNull(paymentAccounts.providerAccountId), ...conditions))
    .orderBy(sql`${paymentAccounts.updatedAt} nulls first`)
    .limit(batch);
}

/**
 * Emails teachers and informs staff about returned payouts of the balance that a closed account
 * still has.
 */
async function pollClosedAccount(context: Context, account: string): Promise<void> {
  const updatedAt = new Date();
  await pollFailedPayouts(context, account);
  await context.db
    .update(paymentAccounts)
    .set({ updatedAt })
    .where(eq(paymentAccounts.providerAccountId, account));
}
