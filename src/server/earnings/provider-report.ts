/** A teacher's transactions as reported by the payment provider. */
import type { Stripe } from "stripe";
import { type EntryKind, type EntryStatus, maxReportEntries } from "#lib/earnings/earnings.ts";
import { currency } from "#lib/payments/money.ts";
import type { Context } from "../context.ts";
import type { Movement, Report } from "./movements.ts";
import type { Range } from "./period-range.ts";

type Transaction = Stripe.BalanceTransaction;

const kinds: Record<string, EntryKind> = {
  payment: "sale",
  charge: "sale",
  payment_refund: "refund",
  refund: "refund",
  payout: "payout",
  payout_failure: "payout",
  payout_cancel: "payout",
};

/**
 * Reads the balance of an account and its transactions within the range, up to `maxReportEntries`.
 * @throws Stripe's errors when the provider is unavailable or we can't access the account.
 */
export async function readReport(
  context: Context,
  stripeAccount: string,
  range: Range,
): Promise<Report> {
  const movements: Movement[] = [];
  const [onTheWayCents] = await Promise.all([
    readOnTheWay(context.stripe, stripeAccount),
    (async () => {
      for await (const page of readMovements(context, stripeAccount, range)) {
        movements.push(...page);
        if (movements.length > maxReportEntries) break;
      }
    })(),
  ]);
  const isCut = movements.length > maxReportEntries;
  return { movements: movements.slice(0, maxReportEntries), isCut, onTheWayCents };
}

/** All transactions of an account within the range, newest first, page by page. */
export async function* readMovements(
  { stripe }: Context,
  stripeAccount: string,
  range: Range,
): AsyncGenerator<Movement[]> {
  const query = { created: toCreated(range), limit: 100, expand: ["data.source"], currency };
  let after: string | undefined;
  do {
    const page = await stripe.balanceTransactions.list(
      { ...query, ...(after && { starting_after: after }) },
      { stripeAccount },
    );
    yield page.data.map(toMovement);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
}

/** The cents in the account and in payouts that haven't reached the bank yet. */
async function readOnTheWay(stripe: Stripe, stripeAccount: string): Promise<number> {
  const [balance, moving, waiting] = await Promise.all([
    stripe.balance.retrieve({}, { stripeAccount }),
    stripe.payouts.list({ status: "in_transit", limit: 100 }, { stripeAccount }),
    stripe.payouts.list({ status: "pending", limit: 100 }, { stripeAccount }),
  ]);
  const amounts = [...balance.available, ...balance.pending, ...moving.data, ...waiting.data];
  return amounts
    .filter((each) => each.currency === currency)
    .reduce((total, { amount }) => total + amount, 0);
}

function toCreated({ from, until }: Range): Stripe.RangeQueryParam {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  return { ...(from && { gte: seconds(from) }), ...(until && { lt: seconds(until) }) };
}

function toMovement(transaction: Transaction): Movement {
  const { id, amount, fee, net, created, type } = transaction;
  return {
    id,
    kind: kinds[type] ?? "other",
    at: new Date(created * 1000),
    amountCents: amount,
    feeCents: fee,
    netCents: net,
    status: toStatus(transaction),
    source: idOf(transaction.source),
    payment: toPayment(transaction),
  };
}

function idOf(source: Transaction["source"]): string | null {
  return typeof source === "string" ? source : (source?.id ?? null);
}

function toStatus({ source, status }: Transaction): EntryStatus {
  const payout = typeof source === "object" && source?.object === "payout" ? source : undefined;
  if (!payout) return status === "available" ? "available" : "pending";
  if (payout.status === "paid") return "paid";
  return payout.status === "failed" || payout.status === "canceled" ? "failed" : "on-the-way";
}

/** The payment in the teacher's account to which a sale or a refund belongs. */
function toPayment({ source }: Transaction): Movement["payment"] {
  if (typeof source !== "object" || source === null) return null;
  if (source.object === "charge") return { destinationPaymentId: source.id };
  if (source.object !== "refund" || !source.charge) return null;
  const { charge } = source;
  return { destinationPaymentId: typeof charge === "string" ? charge : charge.id };
}
