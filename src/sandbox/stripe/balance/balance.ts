import type { Stripe } from "stripe";
import { cardCost, cardCosts } from "#lib/payments/card-costs.ts";
import { platformCountry } from "../accounts/account-agreement.ts";
import { newId, nowInSeconds } from "../ids.ts";
import type { StripeStore } from "../store.ts";

const categories = {
  adjustment: "dispute",
  payout: "payout",
  application_fee: "platform_earning",
  application_fee_refund: "platform_earning_refund",
  charge: "charge",
  refund: "refund",
  transfer: "transfer",
  transfer_refund: "transfer_reversal",
} satisfies Partial<Record<Stripe.BalanceTransaction.Type, string>>;

interface StripeFee {
  /** In cents. */
  amount: number;
  description: "Stripe processing fees" | "Dispute fee";
}

/** What Stripe keeps of a charge. */
export function processingFee(charge: Stripe.Charge): StripeFee {
  const country = charge.payment_method_details?.card?.country;
  const amount = cardCost(charge.amount, { isForeign: country !== platformCountry });
  return { amount, description: "Stripe processing fees" };
}

export const disputeFee: StripeFee = {
  amount: cardCosts.disputeCents,
  description: "Dispute fee",
};

/**
 * Records a balance transaction of the platform and returns its ID.
 *
 * @param amount cents, negative for outgoing money.
 */
export function recordBalance(
  store: StripeStore,
  type: keyof typeof categories,
  source: string,
  amount: number,
  currency: string,
  stripeFee?: StripeFee,
): string {
  const fee = stripeFee?.amount ?? 0;
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
    fee,
    fee_details: stripeFee
      ? [{ ...stripeFee, application: null, currency, type: "stripe_fee" }]
      : [],
    net: amount - fee,
    // What a bank returns after a dispute was won.
    reporting_category: type === "adjustment" && amount > 0 ? "dispute_reversal" : categories[type],
    source,
    status: "available",
    type,
  });
  return id;
}

/** The platform's own balance transactions, oldest first. */
export const listPlatformEntries = (store: StripeStore): Stripe.BalanceTransaction[] =>
  store.balanceTransactions.list();
