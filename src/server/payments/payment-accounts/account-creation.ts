/** Creates a teacher's account at the payment provider, once however often it is attempted. */
import { and, eq, isNull } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import {
  isKeyReused,
  isPermanentRefusal,
  isReplayedFailure,
} from "../../providers/stripe/failures.ts";

type AccountRow = typeof paymentAccounts.$inferSelect;

/**
 * Creates the account under the row's own idempotency key, so that retries create only one, and returns
 * its id. After a rejection, the next attempt gets a new key.
 *
 * @throws Stripe's errors.
 */
export async function createAccount(context: Context, row: AccountRow): Promise<string> {
  const [teacher] = await context.db
    .select({ email: users.email })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, row.teacherId));
  const accountId = await requestAccount(context, row, teacher?.email);
  await context.db
    .update(paymentAccounts)
    .set({ providerAccountId: accountId })
    .where(and(eq(paymentAccounts.id, row.id), isNull(paymentAccounts.providerAccountId)));
  return accountId;
}

async function requestAccount(
  context: Context,
  row: AccountRow,
  email: string | undefined,
): Promise<string> {
  const request: Stripe.AccountCreateParams = {
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    ...(email !== undefined && { email }),
    metadata: { teacherId: row.teacherId, paymentAccountId: row.id },
  };
  const key = `account-${row.id}`;
  const idempotencyKey = row.attempt === 0 ? key : `${key}-${row.attempt}`;
  try {
    return (await context.stripe.accounts.create(request, { idempotencyKey })).id;
  } catch (error) {
    // If the teacher's email address has changed since, it is a different request under the same key.
    // The first may have succeeded.
    if (isKeyReused(error) || isReplayedFailure(error)) {
      const made = await findCreated(context, row);
      if (made) return made;
    } else if (!isPermanentRefusal(error)) {
      throw error;
    }
    await context.db
      .update(paymentAccounts)
      .set({ attempt: row.attempt + 1 })
      .where(and(eq(paymentAccounts.id, row.id), eq(paymentAccounts.attempt, row.attempt)));
    throw error;
  }
}

async function findCreated(context: Context, row: AccountRow): Promise<string | undefined> {
  const created = { gte: Math.floor(row.createdAt.getTime() / 1000) - 120 };
  for await (const account of context.stripe.accounts.list({ created, limit: 100 })) {
    if (account.metadata?.paymentAccountId === row.id) return account.id;
  }
  return undefined;
}
