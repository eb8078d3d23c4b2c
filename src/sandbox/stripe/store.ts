import type { Stripe } from "stripe";
import type { Collection, SandboxState } from "../state.ts";
import { noSuch } from "./http/errors.ts";
import type { List } from "./http/lists.ts";

/** The API returns the SDK's Decimal values as strings. */
export type Price = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string };

export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price };

export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
  price: Price;
  plan: object;
};

export type Subscription = Omit<Stripe.Subscription, "items"> & { items: List<SubscriptionItem> };

export type InvoiceLine = Omit<Stripe.InvoiceLineItem, "pricing" | "quantity_decimal"> & {
  pricing: object;
  quantity_decimal: string;
};

export type Invoice = Omit<Stripe.Invoice, "lines"> & { lines: List<InvoiceLine> };

/** What the payer pays for. Stripe doesn't return it, but it is needed when the payer pays. */
export interface SessionPlan {
  lineItems: LineItem[];
  applicationFee: number | null;
  destination: string | null;
  description: string | null;
  onBehalfOf: string | null;
  paymentMetadata: Record<string, string>;
  receiptEmail: string | null;
  /** Only in sessions of subscriptions. */
  subscription?: {
    metadata: Record<string, string>;
    description: string | null;
    trialDays: number;
  };
}

export interface AccountLinkRecord {
  link: Stripe.AccountLink;
  refreshUrl: string;
  returnUrl: string;
  visited: boolean;
  used: boolean;
}

export interface RefundFacts {
  reverseTransfer: boolean;
  refundApplicationFee: boolean;
}

/** A balance transaction of a connected account. */
export interface SellerEntry {
  account: string;
  /** The payout that included the transaction. */
  payout: string | null;
  transaction: Stripe.BalanceTransaction;
}

/** Stripe's objects as its API returns them, and data that is internal to Stripe. */
export interface StripeStore {
  accounts: Collection<Stripe.Account>;
  /** Keyed by account, because only an account's latest link is valid. */
  accountLinks: Collection<AccountLinkRecord>;
  sessions: Collection<Stripe.Checkout.Session>;
  /** Keyed by session. */
  plans: Collection<SessionPlan>;
  paymentIntents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  balanceTransactions: Collection<Stripe.BalanceTransaction>;
  transfers: Collection<Stripe.Transfer>;
  transferReversals: Collection<Stripe.TransferReversal>;
  applicationFees: Collection<Stripe.ApplicationFee>;
  refunds: Collection<Stripe.Refund>;
  /** By the ID of the refund. */
  refundFacts: Collection<RefundFacts>;
  disputes: Collection<Stripe.Dispute>;
  files: Collection<Stripe.File>;
  /** Accounts that their owners disconnected from the platform. */
  disconnected: Collection<{ at: number }>;
  sellerEntries: Collection<SellerEntry>;
  /** Charges in connected accounts. */
  sellerCharges: Collection<Stripe.Charge>;
  sellerRefunds: Collection<Stripe.Refund>;
  payouts: Collection<{ account: string; payout: Stripe.Payout }>;
  events: Collection<Stripe.EventBase>;
  webhookEndpoints: Collection<Stripe.WebhookEndpoint>;
  products: Collection<Stripe.Product>;
  prices: Collection<Price>;
  customers: Collection<Stripe.Customer>;
  deletedCustomers: Collection<{ id: string; at: number }>;
  /** The cards that customers have saved, keyed by payment method. */
  savedCards: Collection<{ id: string; number: string }>;
  subscriptions: Collection<Subscription>;
  /** Subscriptions whose owners were notified that the trial will end. */
  announcedTrials: Collection<{ id: string }>;
  invoices: Collection<Invoice>;
  invoicePayments: Collection<Stripe.InvoicePayment>;
  portalSessions: Collection<Stripe.BillingPortal.Session>;
  /** By how much tests have advanced the clock of subscriptions. */
  billingClock: Collection<{ seconds: number }>;
}

export function openStripeStore(state: SandboxState): StripeStore {
  return {
    accounts: state.collection("stripe.accounts"),
    accountLinks: state.collection("stripe.account_links"),
    sessions: state.collection("stripe.sessions"),
    plans: state.collection("stripe.session_plans"),
    paymentIntents: state.collection("stripe.payment_intents"),
    charges: state.collection("stripe.charges"),
    balanceTransactions: state.collection("stripe.balance_transactions"),
    transfers: state.collection("stripe.transfers"),
    transferReversals: state.collection("stripe.transfer_reversals"),
    applicationFees: state.collection("stripe.application_fees"),
    refunds: state.collection("stripe.refunds"),
    refundFacts: state.collection("stripe.refund_facts"),
    disputes: state.collection("stripe.disputes"),
    files: state.collection("stripe.files"),
    disconnected: state.collection("stripe.disconnected"),
    sellerEntries: state.collection("stripe.seller_entries"),
    sellerCharges: state.collection("stripe.seller_charges"),
    sellerRefunds: state.collection("stripe.seller_refunds"),
    payouts: state.collection("stripe.payouts"),
    events: state.collection("stripe.events"),
    webhookEndpoints: state.collection("stripe.webhook_endpoints"),
    products: state.collection("stripe.products"),
    prices: state.collection("stripe.prices"),
    customers: state.collection("stripe.customers"),
    deletedCustomers: state.collection("stripe.deleted_customers"),
    savedCards: state.collection("stripe.saved_cards"),
    subscriptions: state.collection("stripe.subscriptions"),
    announcedTrials: state.collection("stripe.announced_trials"),
    invoices: state.collection("stripe.invoices"),
    invoicePayments: state.collection("stripe.invoice_payments"),
    portalSessions: state.collection("stripe.portal_sessions"),
    billingClock: state.collection("stripe.billing_clock"),
  };
}

/**
 * The stored object.
 * @throws Stripe's 404 error if it is missing.
 */
export function find<T>(collection: Collection<T>, what: string, id: string, param?: string): T {
  const value = collection.get(id);
  if (value === undefined) throw noSuch(what, id, param);
  return value;
}

/** The ID in an expandable field. The sandbox stores only IDs in such fields. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (field === null || field === undefined) return null;
  return typeof field === "string" ? field : field.id;
}
