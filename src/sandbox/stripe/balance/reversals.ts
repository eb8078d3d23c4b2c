// The seller's and the platform's share of a refund, in proportion to its amount. Refunds that didn't
// reverse the transfer leave the seller's share of their amounts in the seller's account.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { findConnected } from "../accounts/account-changes.ts";
import type { StripeContext } from "../context.ts";
import { StripeError } from "../http/errors.ts";
import { boolean, integer, metadata } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { find, idOf, type RefundFacts, type StripeStore } from "../store.ts";
import { recordBalance } from "./balance.ts";
import { recordReturn } from "./seller-entries.ts";

export const createReversalParams = z.strictObject({
  amount: z.optional(integer.check(z.positive())),
  metadata: z.optional(metadata),
  refund_application_fee: z._default(boolean, false),
});

/** A reversal without a refund: the platform takes back part of a transfer. */
export function createReversal(
  stripe: StripeContext,
  id: string,
  input: z.output<typeof createReversalParams>,
): Stripe.TransferReversal {
  const { store } = stripe;
  const transfer = find(store.transfers, "transfer", id, "id");
  findConnected(stripe, idOf(transfer.destination) ?? "");
  const left = transfer.amount - transfer.amount_reversed;
  const amount = input.amount ?? left;
  if (amount > left) {
    throw new StripeError(400, "You cannot reverse more than the amount left on the transfer.", {
      param: "amount",
    });
  }
  const charge = find(store.charges, "charge", idOf(transfer.source_transaction) ?? "");
  const fee = input.refund_application_fee ? returnFee(stripe, charge, amount) : 0;
  const reversal = reverseTransfer(stripe, charge, {
    refunded: amount,
    fee,
    source: null,
    metadata: input.metadata,
  });
  return find(store.transferReversals, "transfer reversal", reversal);
}

interface Return {
  /** Refunded cents of the charge. */
  refunded: number;
  /** The part of the platform's fee, in cents, that is returned to the seller. */
  fee: number;
  /** The ID of the refund that causes the reversal; null without one. */
  source: string | null;
  metadata?: Stripe.Metadata | undefined;
}

/** Takes the seller's share of a refund from the seller's account. Returns the reversal's ID. */
export function reverseTransfer(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  { refunded, fee, source, metadata = {} }: Return,
): string {
  const transfer = find(store.transfers, "transfer", idOf(charge.transfer) ?? "");
  const before = sumRefunds(store, charge, ({ reverseTransfer: isReversed }) => isReversed);
  const amount = shareOf({
    whole: transfer.amount,
    gone: transfer.amount_reversed,
    charge,
    refunded,
    before,
  });
  const id = newId("trr");
  const returned = newId("pyr");
  recordReturn(store, { id: returned, transfer, amount, fee });
  const reversal = store.transferReversals.put(id, {
    id,
    object: "transfer_reversal",
    amount,
    balance_transaction: recordBalance(store, "transfer_refund", id, amount, charge.currency),
    created: nowInSeconds(),
    currency: charge.currency,
    destination_payment_refund: returned,
    metadata,
    source_refund: source,
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

/**
 * Returns the refund's share of the platform's fee to the seller.
 * @returns the returned amount in cents.
 */
export function returnFee(
  { store, emit }: StripeContext,
  charge: Stripe.Charge,
  refunded: number,
): number {
  const fee = find(store.applicationFees, "application_fee", idOf(charge.application_fee) ?? "");
  const before = sumRefunds(store, charge, ({ refundApplicationFee }) => refundApplicationFee);
  const amount = shareOf({
    whole: fee.amount,
    gone: fee.amount_refunded,
    charge,
    refunded,
    before,
  });
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
  return amount;
}

interface Share {
  whole: number;
  /** The part of the whole that earlier refunds returned. */
  gone: number;
  charge: Stripe.Charge;
  /** Cents of the charge that are refunded now. */
  refunded: number;
  /** The part of the charge, in cents, whose shares earlier refunds have returned. */
  before: number;
}

/** In whole cents. The refund that completes the charge gets the remainder. */
function shareOf({ whole, gone, charge, refunded, before }: Share): number {
  const left = whole - gone;
  const isLast = before + refunded === charge.amount;
  return isLast ? left : Math.min(left, Math.round((whole * refunded) / charge.amount));
}

/** The cents of a charge that were refunded by refunds of a kind. */
function sumRefunds(
  store: StripeStore,
  { id }: Stripe.Charge,
  isOfKind: (facts: RefundFacts) => boolean,
): number {
  return store.refunds
    .list({ charge: id })
    .filter((refund) => {
      const facts = store.refundFacts.get(refund.id);
      return facts !== undefined && isOfKind(facts);
    })
    .reduce((sum, { amount }) => sum + amount, 0);
}
