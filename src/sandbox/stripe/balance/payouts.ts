// Payouts of a connected account: everything that is available, once a day. Those of the platform are
// manual.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { StripeContext } from "../context.ts";
import { StripeError } from "../http/errors.ts";
import { listPage } from "../http/lists.ts";
import { currency, integer, page, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { find, type StripeStore } from "../store.ts";
import { listPlatformEntries, recordBalance } from "./balance.ts";
import { listSellerEntries, recordSellerEntry } from "./seller-entries.ts";

const DAY = 24 * 60 * 60;

export const listPayoutsParams = z.strictObject({
  ...page,
  status: z.optional(z.enum(["pending", "paid", "failed", "canceled", "in_transit"])),
});
export const createPayoutParams = z.strictObject({
  amount: integer.check(z.positive()),
  currency,
  description: z.optional(text),
});
export const listBalanceTransactionsParams = z.strictObject({
  ...page,
  currency: z.optional(currency),
  payout: z.optional(text),
  source: z.optional(text),
  type: z.optional(text),
});

export function getBalance({ store }: StripeContext, account: string): Stripe.Balance {
  runPayouts(store, account);
  const entries = listSellerEntries(store, account);
  const sum = (status: string) =>
    entries
      .filter(({ transaction }) => transaction.status === status)
      .reduce((total, { transaction }) => total + transaction.net, 0);
  const amount = (cents: number) => [{ amount: cents, currency: "usd", source_types: {} }];
  return {
    object: "balance",
    available: amount(sum("available")),
    livemode: false,
    pending: amount(sum("pending")),
  };
}

export function listBalanceTransactions(
  { store }: StripeContext,
  account: string,
  input: z.output<typeof listBalanceTransactionsParams>,
) {
  if (account === "") return listPlatformTransactions(store, input);
  runPayouts(store, account);
  const fits = listSellerEntries(store, account).filter(
    ({ payout, transaction }) =>
      (input.currency ?? transaction.currency) === transaction.currency &&
      (input.payout ?? payout) === payout &&
      (input.source ?? transaction.source) === transaction.source &&
      (input.type ?? transaction.type) === transaction.type,
  );
  const transactions = fits.map(({ transaction }) => transaction);
  return listPage(transactions, input, "/v1/balance_transactions");
}

function listPlatformTransactions(
  store: StripeStore,
  input: z.output<typeof listBalanceTransactionsParams>,
) {
  const fits = listPlatformEntries(store).filter(
    (transaction) =>
      (input.currency ?? transaction.currency) === transaction.currency &&
      (input.source ?? transaction.source) === transaction.source &&
      (input.type ?? transaction.type) === transaction.type,
  );
  return listPage(fits, input, "/v1/balance_transactions");
}

export function listPayouts(
  { store }: StripeContext,
  account: string,
  input: z.output<typeof listPayoutsParams>,
) {
  runPayouts(store, account);
  const own = store.payouts.list({ account }).map(({ payout }) => asOfNow(payout));
  const fits = own.filter(({ status }) => (input.status ?? status) === status);
  return listPage(fits, input, "/v1/payouts");
}

export function getPayout({ store }: StripeContext, account: string, id: string): Stripe.Payout {
  const record = find(store.payouts, "payout", id, "payout");
  return record.account === account
    ? asOfNow(record.payout)
    : find(store.payouts, "payout", "", "payout").payout;
}

/** Creates a manual payout of an available amount. */
export function createPayout(
  stripe: StripeContext,
  account: string,
  input: z.output<typeof createPayoutParams>,
): Stripe.Payout {
  const available =
    account === "" ? sumPlatform(stripe) : (getBalance(stripe, account).available[0]?.amount ?? 0);
  if (input.amount > available) {
    const message =
      "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.";
    throw new StripeError(400, message, { code: "balance_insufficient" });
  }
  const { amount, description } = input;
  const payout = makePayout(
    stripe.store,
    { account, amount, automatic: false, at: nowInSeconds() },
    description,
  );
  const of = account === "" ? {} : { account };
  stripe.emit({ type: "payout.created", object: payout, ...of });
  return payout;
}

const sumPlatform = ({ store }: StripeContext): number =>
  listPlatformEntries(store).reduce((sum, { net }) => sum + net, 0);

/**
 * The bank returns the account's latest payout, as it does for Stripe's test account number
 * 000111111116. The money is back in the account.
 */
export function failPayout(stripe: StripeContext, account: string): Stripe.Payout | undefined {
  const { store, emit } = stripe;
  runPayouts(store, account);
  const record = store.payouts
    .list({ account })
    .findLast(({ payout }) => payout.status !== "failed");
  if (!record) return undefined;
  const { amount, currency, id } = record.payout;
  const payout: Stripe.Payout = {
    ...record.payout,
    failure_balance_transaction: recordSellerEntry(store, {
      account,
      type: "payout_failure",
      source: id,
      amount,
      currency,
      description: "STRIPE PAYOUT FAILURE",
      isAvailable: true,
    }),
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    status: "failed",
  };
  store.payouts.put(id, { account, payout });
  emit({ type: "payout.failed", object: payout, before: record.payout, account });
  return payout;
}

/** Creates the payouts for all midnights (UTC) since the last check. */
function runPayouts(store: StripeStore, account: string): void {
  if (!store.accounts.get(account)?.payouts_enabled) return;
  const now = nowInSeconds();
  for (;;) {
    const waiting = listSellerEntries(store, account).filter(({ payout }) => payout === null);
    const first = waiting.reduce(
      (earliest, { transaction }) => Math.min(earliest, transaction.available_on),
      Number.POSITIVE_INFINITY,
    );
    const midnight = (Math.floor(first / DAY) + 1) * DAY;
    if (midnight > now) return;
    const due = waiting.filter(({ transaction }) => transaction.available_on < midnight);
    const amount = due.reduce((total, { transaction }) => total + transaction.net, 0);
    // A negative balance is carried over to future sales.
    const later = waiting.filter(({ transaction }) => transaction.available_on >= midnight);
    if (amount <= 0 && later.length === 0) return;
    const id =
      amount > 0 ? makePayout(store, { account, amount, automatic: true, at: midnight }).id : null;
    for (const entry of due) {
      const { transaction } = entry;
      if (id !== null) store.sellerEntries.put(transaction.id, { ...entry, payout: id });
      else {
        // Included in the next day's payout.
        const moved = { ...transaction, available_on: midnight };
        store.sellerEntries.put(transaction.id, { ...entry, transaction: moved });
      }
    }
  }
}

interface Plan {
  account: string;
  amount: number;
  automatic: boolean;
  /** Seconds since the Unix epoch. */
  at: number;
}

function makePayout(store: StripeStore, plan: Plan, description?: string): Stripe.Payout {
  const { account, amount, automatic, at } = plan;
  const id = newId("po");
  const entryId =
    account === ""
      ? recordBalance(store, "payout", id, -amount, "usd")
      : recordPayoutEntry(store, plan, id);
  const payout: Stripe.Payout = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: at + DAY,
    automatic,
    balance_transaction: entryId,
    created: at,
    currency: "usd",
    description: description ?? "STRIPE PAYOUT",
    destination: "ba_sandbox",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? "completed" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  };
  store.payouts.put(id, { account, payout });
  return payout;
}

function recordPayoutEntry(
  store: StripeStore,
  { account, amount, automatic, at }: Plan,
  id: string,
): string {
  const entryId = recordSellerEntry(store, {
    account,
    type: "payout",
    source: id,
    amount: -amount,
    currency: "usd",
    description: "STRIPE PAYOUT",
    isAvailable: true,
  });
  const entry = find(store.sellerEntries, "balance transaction", entryId);
  const transaction = { ...entry.transaction, available_on: at, created: at };
  // Manual payouts reduce the balance at the next midnight.
  store.sellerEntries.put(entryId, { ...entry, payout: automatic ? id : null, transaction });
  return entryId;
}

/** Bank transfers take a day. */
export function asOfNow(payout: Stripe.Payout): Stripe.Payout {
  if (payout.status === "failed") return payout;
  return payout.arrival_date <= nowInSeconds() ? { ...payout, status: "paid" } : payout;
}
