import type { Stripe } from "stripe";
import type { StripeContext } from "../context.ts";
import { wholeList } from "../http/lists.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { idOf } from "../store.ts";
import { recordBalance } from "./balance.ts";

/** A destination charge transfers the whole amount. The fee is collected separately. */
export function transferTo(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  destination: string,
): Stripe.Transfer {
  const id = newId("tr");
  const transfer = store.transfers.put(id, {
    id,
    object: "transfer",
    amount: charge.amount,
    amount_reversed: 0,
    balance_transaction: recordBalance(store, "transfer", id, -charge.amount, charge.currency),
    created: nowInSeconds(),
    currency: charge.currency,
    description: null,
    destination,
    destination_payment: newId("py"),
    livemode: false,
    metadata: {},
    reversals: wholeList([], `/v1/transfers/${id}/reversals`),
    reversed: false,
    source_transaction: charge.id,
    source_type: "card",
    transfer_group: `group_${idOf(charge.payment_intent)}`,
  });
  emit({ type: "transfer.created", object: transfer });
  return transfer;
}

/** Collects the platform's fee of the charge. Returns the fee's ID, or null if there is no fee. */
export function takeFee(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  account: string,
): string | null {
  const amount = charge.application_fee_amount;
  if (amount === null) return null;
  const id = newId("fee");
  const fee = store.applicationFees.put(id, {
    id,
    object: "application_fee",
    account,
    amount,
    amount_refunded: 0,
    application: "ca_sandbox",
    balance_transaction: recordBalance(store, "application_fee", id, amount, charge.currency),
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    fee_source: { charge: charge.id, type: "charge" },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: wholeList([], `/v1/application_fees/${id}/refunds`),
  });
  emit({ type: "application_fee.created", object: fee });
  return id;
}
