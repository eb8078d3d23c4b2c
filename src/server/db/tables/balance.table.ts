import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { payments } from "./payments.table.ts";

/**
 * The transactions of the platform's balance at the payment provider, as the provider reports them.
 * They never change, except that a payment may become known later. Amounts are in cents, negative for
 * outgoing money.
 */
export const balanceTransactions = pgTable(
  "balance_transactions",
  {
    /** The provider's ID. */
    id: text().primaryKey(),
    /** What moved the money, in the provider's terms, such as `charge` or `transfer`. */
    type: text().notNull(),
    /** The provider's coarser term, which distinguishes disputes from other adjustments. */
    category: text().notNull(),
    amountCents: integer().notNull(),
    /** What the provider keeps. */
    feeCents: integer().notNull(),
    netCents: integer().notNull(),
    currency: text().notNull(),
    /** The provider's ID of the charge, refund, transfer or other object. */
    sourceId: text(),
    /** Null for subscriptions, payouts and other transactions that belong to no sale of a course. */
    paymentId: text().references(() => payments.id),
    /** When the transaction happened, according to the provider. */
    createdAt: createdAt(),
  },
  (table) => [
    index("balance_transactions_created_at").on(table.createdAt),
    index("balance_transactions_source_id").on(table.sourceId),
    index("balance_transactions_payment_id").on(table.paymentId),
  ],
);

/** Payouts to teachers' banks that the provider has reported or that have failed, as last reported. */
export const accountPayouts = pgTable(
  "account_payouts",
  {
    /** The provider's ID. */
    id: text().primaryKey(),
    /** The teacher's account at the provider. */
    providerAccountId: text().notNull(),
    status: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    /** Why the payout failed, as the provider describes it. */
    failure: text(),
    /** When the provider created the payout. */
    createdAt: createdAt(),
    changedAt: instant().notNull(),
  },
  (table) => [index("account_payouts_account").on(table.providerAccountId, table.createdAt)],
);
