import { inArray } from "drizzle-orm";
import type { Earnings } from "#lib/earnings.ts";
import type { Context } from "../context.ts";
import { payments } from "../payments/payments.table.ts";
import type { Movement } from "./movements.ts";
import { findPaidTo } from "./own-books.ts";
import type { Range } from "./period-range.ts";

interface Scope {
  teacherId: string;
  account: string;
  range: Range;
}

/**
 * Holds the payments in our books against the sales that the provider reports: matched in both with
 * the same amount; missing in the provider's report; unknown to us or of another amount.
 */
export async function compareBooks(
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
  const missing = own.filter(
    ({ destinationPaymentId }) => !amounts.has(destinationPaymentId ?? ""),
  );
  const result = {
    matched: matched.length,
    missing: missing.length,
    unknown: sales.length - matched.length,
  };
  if (result.missing > 0 || result.unknown > 0) {
    context.log.error(
      { account, ...result, missingPayments: missing.map(({ id }) => id) },
      "Our books and the payment provider's report of a teacher disagree",
    );
  }
  return result;
}

function nameOf(payment: Movement["payment"]): string {
  return payment && "destinationPaymentId" in payment ? payment.destinationPaymentId : "";
}
