import { inArray } from "drizzle-orm";
import type { Earnings } from "#lib/earnings/earnings.responses.ts";
import type { Context } from "../context.ts";
import { payments } from "../db/tables/payments.table.ts";
import type { Movement } from "./movements.ts";
import { findPaidTo } from "./own-records.ts";
import type { Range } from "./period-range.ts";

/**
 * How much the times in the provider's records and ours may differ, because webhooks and transfers
 * take time.
 */
const toleranceMs = 5 * 60 * 1000;

interface Scope {
  teacherId: string;
  account: string;
  range: Range;
}

/**
 * Compares the payments in our records with the sales that the provider reports. A payment is
 * `matched` if both have it with the same amount, `missing` if the provider doesn't report it, and
 * `unknown` if we don't have it or have a different amount. Payments that are still in transit, or
 * near the bounds of the range, aren't counted.
 */
export async function compareRecords(
  context: Context,
  { teacherId, account, range }: Scope,
  movements: readonly Movement[],
): Promise<NonNullable<Earnings["check"]>> {
  const sales = movements.filter(({ kind }) => kind === "sale");
  const amounts = new Map(
    sales.map(({ payment, amountCents }) => [nameOf(payment), amountCents] as const),
  );
  const names = [...amounts.keys()].filter((name) => name !== "");
  const known =
    names.length === 0
      ? []
      : await context.db
          .select()
          .from(payments)
          .where(inArray(payments.destinationPaymentId, names));
  const matched = known.filter(
    ({ destinationPaymentId, amountCents }) =>
      amounts.get(destinationPaymentId ?? "") === amountCents,
  );
  const own = await findPaidTo(context, teacherId, account, range);
  const isSettled = withinBoth(range, new Date());
  const missing = own.filter(
    ({ destinationPaymentId, paidAt }) =>
      !amounts.has(destinationPaymentId ?? "") && isSettled(paidAt),
  );
  const matchedNames = new Set(matched.map(({ destinationPaymentId }) => destinationPaymentId));
  const unknown = sales.filter(
    ({ payment, at }) => !matchedNames.has(nameOf(payment)) && isSettled(at),
  );
  const result = {
    matched: matched.length,
    missing: missing.length,
    unknown: unknown.length,
  };
  if (result.missing > 0 || result.unknown > 0) {
    context.log.error(
      { account, ...result, missingPayments: missing.map(({ id }) => id) },
      "Our records and the payment provider's report of a teacher's payments differ",
    );
  }
  return result;
}

function nameOf(payment: Movement["payment"]): string {
  return payment && "destinationPaymentId" in payment ? payment.destinationPaymentId : "";
}

/** Whether an instant is clearly within the range and not too recent. */
function withinBoth({ from, until }: Range, now: Date): (at: Date | null) => boolean {
  const earliest = from ? from.getTime() + toleranceMs : Number.NEGATIVE_INFINITY;
  const latest =
    Math.min(until?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime()) - toleranceMs;
  return (at) => at !== null && at.getTime() >= earliest && at.getTime() < latest;
}
