// The transactions of a connected account, as the account sees them.
import type { Stripe } from "stripe";
import { newId, nowInSeconds } from "../ids.ts";
import type { SellerEntry, StripeStore } from "../store.ts";

type Transaction = Stripe.BalanceTransaction;

/** Seconds until earnings can be paid out. */
export const PAYOUT_DELAY = 2 * 24 * 60 * 60;

const categories = {
  payment: "charge",
  payment_refund: "refund",
  payout: "payout",
  payout_failure: "payout_reversal",
} satisfies Partial<Record<Transaction["type"], string>>;

interface Movement {
  account: string;
  type: keyof typeof categories;
  source: string;
  /** Cents, negative for outgoing money. */
  amount: number;
  /** The platform's fee in cents, negative if it is returned. */
  fee?: number;
  currency: string;
  description?: string | null;
  /** Whether the amount can be paid out immediately. */
  isAvailable?: boolean;
}

/** Records a balance transaction of a connected account and returns its ID. */
export function recordSellerEntry(store: StripeStore, movement: Movement): string {
  const { account, type, source, amount, fee = 0, currency } = movement;
  const id = newId("txn");
  const now = nowInSeconds();
  const feeDetail = {
    amount: fee,
    application: "ca_sandbox",
    currency,
    description: "Halaqa application fee",
    type: "application_fee",
  };
  const entry: SellerEntry = {
    account,
    payout: type === "payout" ? source : null,
    transaction: {
      id,
      object: "balance_transaction",
      amount,
      available_on: movement.isAvailable ? now : now + PAYOUT_DELAY,
      balance_type: "payments",
      created: now,
      currency,
      description: movement.description ?? null,
      exchange_rate: null,
      fee,
      fee_details: fee === 0 ? [] : [feeDetail],
      net: amount - fee,
      reporting_category: categories[type],
      source,
      status: "pending",
      type,
    },
  };
  store.sellerEntries.put(id, entry);
  return id;
}

/** The charge that a transfer creates in the seller's own account. */
export function recordSale(
  store: StripeStore,
  charge: Stripe.Charge,
  transfer: Stripe.Transfer,
  account: string,
  isAvailable: boolean,
): void {
  const id = String(transfer.destination_payment);
  const { amount, currency, description } = charge;
  store.sellerCharges.put(id, {
    ...charge,
    id,
    application_fee_amount: charge.application_fee_amount,
    balance_transaction: recordSellerEntry(store, {
      account,
      type: "payment",
      source: id,
      amount,
      fee: charge.application_fee_amount ?? 0,
      currency,
      description,
      isAvailable,
    }),
    metadata: {},
    payment_intent: null,
    source_transfer: transfer.id,
  });
}

interface Reversed {
  id: string;
  transfer: Stripe.Transfer;
  amount: number;
  /** The part of the platform's fee that is returned, in cents. */
  fee: number;
}

/** Records a reversed transfer in the seller's account. */
export function recordReturn(store: StripeStore, { id, transfer, amount, fee }: Reversed): void {
  const account = String(transfer.destination);
  const { currency } = transfer;
  store.sellerRefunds.put(id, {
    id,
    object: "refund",
    amount,
    balance_transaction: recordSellerEntry(store, {
      account,
      type: "payment_refund",
      source: id,
      amount: -amount,
      fee: -fee,
      currency,
      description: "REFUND FOR PAYMENT",
      isAvailable: true,
    }),
    charge: String(transfer.destination_payment),
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  });
}

/** An account's balance transactions, oldest first, with their current availability. */
export function listSellerEntries(store: StripeStore, account: string): SellerEntry[] {
  const now = nowInSeconds();
  return store.sellerEntries.list({ account }).map((entry) => ({
    ...entry,
    transaction: {
      ...entry.transaction,
      status: entry.transaction.available_on <= now ? "available" : "pending",
    },
  }));
}
