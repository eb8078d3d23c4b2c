/** Creates a teacher's account at the payment provider exactly once, regardless of retries. */
import { and, eq, isNull } from "drizzle-orm";
import type { Stripe } from "stripe";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { site } from "#lib/site/site.ts";
import type { Context } from "../../context.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { paymentAccounts } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import {
  isKeyReused,
  isPermanentRefusal,
  isReplayedFailure,
  keptKeyMs,
} from "../../providers/stripe/failures.ts";

type AccountRow = typeof paymentAccounts.$inferSelect;

/**
 * Creates the account under the row's own idempotency key, so that retries create only one, and
 * returns the stored ID. After a rejection, the next attempt gets a new key.
 *
 * @throws AppError `unauthenticated` if the teacher's account has been deleted in the meantime;
 * Stripe's errors.
 */
export async function createAccount(context: Context, row: AccountRow): Promise<string> {
  const [teacher] = await context.db
    .select({ email: users.email })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, row.teacherId), isNull(users.deletedAt)));
  if (!teacher) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  const accountId = await requestAccount(context, row, teacher.email);
  const isThis = eq(paymentAccounts.id, row.id);
  await context.db
    .update(paymentAccounts)
    .set({ providerAccountId: accountId })
    .where(and(isThis, isNull(paymentAccounts.providerAccountId)));
  // If a concurrent request has stored an account of another attempt, that is the one the teacher
  // has to complete.
  const [stored] = await context.db.select().from(paymentAccounts).where(isThis);
  return stored?.providerAccountId ?? accountId;
}

async function requestAccount(context: Context, row: AccountRow, email: string): Promise<string> {
  const request: Stripe.AccountCreateParams = {
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
    },
    // Always sent, because Stripe otherwise assumes the platform's country, and never changes it.
    country: row.country ?? context.config.stripe.country,
    ...agreementRequest(row),
    // What the teacher's bank shows next to a payout.
    settings: { payouts: { statement_descriptor: site.name.toUpperCase() } },
    email,
    metadata: { teacherId: row.teacherId, paymentAccountId: row.id },
  };
  if (Date.now() - row.createdAt.getTime() >= keptKeyMs) {
    // The provider may have discarded the key by now, so it doesn't prevent a second account.
    const created = await findCreated(context, row);
    if (created) return created;
  }
  const key = `account-${row.id}`;
  const idempotencyKey = row.attempt === 0 ? key : `${key}-${row.attempt}`;
  try {
    return (await context.stripe.accounts.create(request, { idempotencyKey })).id;
  } catch (error) {
    // If the teacher's email address has changed since, the same key belongs to a different
    // request. The earlier one may have succeeded.
    if (isKeyReused(error) || isReplayedFailure(error)) {
      const created = await findCreated(context, row);
      if (created) return created;
    } else if (!isPermanentRefusal(error)) {
      throw error;
    }
    context.log.error(
      { err: error, teacherId: row.teacherId, attempt: row.attempt },
      "The provider rejected the creation of a payment account",
    );
    await context.db
      .update(paymentAccounts)
      .set({ attempt: row.attempt + 1 })
      .where(and(eq(paymentAccounts.id, row.id), eq(paymentAccounts.attempt, row.attempt)));
    throw error;
  }
}

/** A recipient can't take card payments, and Stripe refuses the account if it asks for them. */
function agreementRequest({
  agreement,
}: AccountRow): Pick<Stripe.AccountCreateParams, "capabilities" | "tos_acceptance"> {
  const transfers = { requested: true };
  return agreement === "recipient"
    ? { capabilities: { transfers }, tos_acceptance: { service_agreement: "recipient" } }
    : { capabilities: { card_payments: { requested: true }, transfers } };
}

async function findCreated(context: Context, row: AccountRow): Promise<string | undefined> {
  const created = { gte: Math.floor(row.createdAt.getTime() / 1000) - 120 };
  for await (const account of context.stripe.accounts.list({ created, limit: 100 })) {
    if (account.metadata?.paymentAccountId === row.id) return account.id;
  }
  return undefined;
}
