// The parts of a refund that the seller and the platform bear, in proportion to its amount.
import type { Stripe } from "stripe";
import { recordBalance } from "./balance.ts";
import type { StripeContext } from "./endpoint.ts";
import { newId, nowInSeconds } from "./ids.ts";
import { find, idOf } from "./store.ts";

/** Takes the refund's share back from the seller. Returns the reversal's id. */
export function reverseTransfer(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  refunded: number,
  refundId: string,
): string {
  const transfer = find(store.transfers, "transfer", idOf(charge.transfer) ?? "");
  const amount = shareOf(transfer.amount, transfer.amount_reversed, charge, refunded);
  const id = newId("trr");
  const reversal = store.transferReversals.put(id, {
    id,
    object: "transfer_reversal",
    amount,
    balance_transaction: recordBalance(store, "transfer_refund", id, amount, charge.currency),
    created: nowInSeconds(),
    currency: charge.currency,
    destination_payment_refund: newId("pyr"),
    metadata: {},
    source_refund: refundId,
    transfer: transfer.id,
  });
  const reversed = transfer.amount_reversed + amount;
  const changed = store.transfers.put(transfer.id, {
    ...transfer,
    amount_reversed: reversed,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
    reversed: reversed === transfer.amount,
  });
  emit({ type: "transfer.reversed", object: changed });
  return id;
}

/** Gives the refund's share of the platform's fee back to the seller. */
export function returnFee(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  refunded: number,
): void {
  const fee = find(store.applicationFees, "application_fee", idOf(charge.application_fee) ?? "");
  const amount = shareOf(fee.amount, fee.amount_refunded, charge, refunded);
  const id = newId("fr");
  const refund: Stripe.FeeRefund = {
    id,
    object: "fee_refund",
    amount,
    balance_transaction: recordBalance(
      store,
      "application_fee_refund",
      id,
      -amount,
      charge.currency,
    ),
    created: nowInSeconds(),
    currency: charge.currency,
    fee: fee.id,
    metadata: {},
  };
  const total = fee.amount_refunded + amount;
  const changed = store.applicationFees.put(fee.id, {
    ...fee,
    amount_refunded: total,
    refunded: total === fee.amount,
    refunds: { ...fee.refunds, data: [refund, ...fee.refunds.data] },
  });
  emit({ type: "application_fee.refunded", object: changed });
}

/** In whole cents; the refund that empties the charge takes whatever is left. */
function shareOf(whole: number, gone: number, charge: Stripe.Charge, refunded: number): number {
  const left = whole - gone;
  const isLast = charge.amount_refunded + refunded === charge.amount;
  return isLast ? left : Math.min(left, Math.round((whole * refunded) / charge.amount));
}
