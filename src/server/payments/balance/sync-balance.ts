/**
 * Copies the transactions of the platform's balance, so that reports equal the provider's to the cent
 * and don't need the provider for each view.
 */
import { desc, inArray, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Context } from "../../context.ts";
import { balanceTransactions } from "../../db/tables/balance.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { transact } from "../../db/transact.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How many days before the latest known transaction are read again: usually, and once a day. */
export const lookbackDays = { often: 1, daily: 35 } as const;

/** How many rows are inserted at once. */
const batch = 500;

type Transaction = Stripe.BalanceTransaction;

/**
 * Reads the transactions since a few days before the latest known one, and adds those that are new.
 * Everything is added in one transaction, so that nothing is missing before a known one.
 *
 * @throws Stripe's errors if the provider is unavailable.
 */
export async function syncBalance(
  context: Context,
  days: number = lookbackDays.often,
): Promise<void> {
  const [latest] = await context.db
    .select({ at: balanceTransactions.createdAt })
    .from(balanceTransactions)
    .orderBy(desc(balanceTransactions.createdAt))
    .limit(1);
  const since = latest && Math.floor((latest.at.getTime() - days * dayMs) / 1000);
  const listed: Transaction[] = [];
  const query = { limit: 100, expand: ["data.source"], ...(since && { created: { gte: since } }) };
  for await (const transaction of context.stripe.balanceTransactions.list(query)) {
    listed.push(transaction);
  }
  await transact(context.db, async (tx) => {
    // The oldest first: a reversal names the transfer, which is an earlier row.
    const oldestFirst = listed.toReversed();
    for (let start = 0; start < oldestFirst.length; start += batch) {
      await add(tx, oldestFirst.slice(start, start + batch));
    }
  });
}

async function add(tx: Context["db"], transactions: Transaction[]): Promise<void> {
  const paymentOf = await findPayments(tx, transactions);
  const rows = transactions.map((transaction) => ({
    id: transaction.id,
    type: transaction.type,
    category: transaction.reporting_category,
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    netCents: transaction.net,
    currency: transaction.currency,
    sourceId: idOf(transaction.source),
    paymentId: paymentOf(transaction),
    createdAt: new Date(transaction.created * 1000),
  }));
  await tx
    .insert(balanceTransactions)
    .values(rows)
    .onConflictDoUpdate({
      target: balanceTransactions.id,
      // The charge may have been known before the payment was settled.
      set: { paymentId: sql`coalesce(${balanceTransactions.paymentId}, excluded.payment_id)` },
    });
}

/** Finds the payments of transactions by their charges, or by earlier transactions that they undo. */
async function findPayments(tx: Context["db"], transactions: Transaction[]) {
  const charges = transactions.flatMap((transaction) => chargeOf(transaction) ?? []);
  const undone = transactions.flatMap((transaction) => findReversedId(transaction) ?? []);
  const paid = await tx
    .select({ id: payments.id, chargeId: payments.chargeId })
    .from(payments)
    .where(inArray(payments.chargeId, charges));
  const earlier = await tx
    .select({ sourceId: balanceTransactions.sourceId, paymentId: balanceTransactions.paymentId })
    .from(balanceTransactions)
    .where(inArray(balanceTransactions.sourceId, undone));
  const byCharge = new Map(paid.map(({ id, chargeId }) => [chargeId, id]));
  const bySource = new Map(earlier.map(({ sourceId, paymentId }) => [sourceId, paymentId]));
  for (const transaction of transactions) {
    const charge = chargeOf(transaction);
    if (charge) bySource.set(idOf(transaction.source), byCharge.get(charge) ?? null);
  }
  return (transaction: Transaction): string | null => {
    const charge = chargeOf(transaction);
    if (charge) return byCharge.get(charge) ?? null;
    return bySource.get(findReversedId(transaction) ?? "") ?? null;
  };
}

/** The charge that a transaction belongs to, as far as its source names it. */
function chargeOf({ source }: Transaction): string | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  switch (source.object) {
    case "charge":
      return source.id;
    case "refund":
    case "dispute":
    case "application_fee":
      return idOf(source.charge) ?? undefined;
    case "transfer":
      return idOf(source.source_transaction) ?? undefined;
    default:
      return undefined;
  }
}

/** The transfer or fee that a transaction takes back. */
function findReversedId({ source }: Transaction): string | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  if (source.object === "transfer_reversal") return idOf(source.transfer) ?? undefined;
  return source.object === "fee_refund" ? (idOf(source.fee) ?? undefined) : undefined;
}

function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === "string" ? field : (field?.id ?? null);
}
