import type { Stripe } from "stripe";
import { newId, nowInSeconds } from "../ids.ts";
import type { StripeStore } from "../store.ts";

const categories = {
  adjustment: "dispute",
  application_fee: "platform_earning",
  application_fee_refund: "platform_earning_refund",
  charge: "charge",
  refund: "refund",
  transfer: "transfer",
  transfer_refund: "transfer_reversal",
} satisfies Partial<Record<Stripe.BalanceTransaction.Type, string>>;

/**
 * Records a balance transaction of the platform and returns its ID. The sandbox charges no
 * processing fee.
 *
 * @param amount cents, negative for outgoing money.
 */
export function recordBalance(
  store: StripeStore,
  type: keyof typeof categories,
  source: string,
  amount: number,
  currency: string,
): string {
  const id = newId("txn");
  const now = nowInSeconds();
  store.balanceTransactions.put(id, {
    id,
    object: "balance_transaction",
    amount,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: categories[type],
    source,
    status: "available",
    type,
  });
  return id;
}
