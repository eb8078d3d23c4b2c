import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Stripe } from "stripe";
import { planIntervals, subscriptionStatuses } from "#lib/plans/plans.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/**
 * Checkouts of the plan. `open`: a session is being created or waits for the person; `completed`:
 * the person subscribed; `expired`: ended without a subscription.
 */
export const planCheckouts = pgTable(
  "plan_checkouts",
  {
    id: id("pck"),
    userId: text()
      .notNull()
      .references(() => users.id),
    status: text({ enum: ["open", "completed", "expired"] })
      .notNull()
      .default("open"),
    interval: text({ enum: planIntervals }).notNull(),
    /**
     * The request that creates the checkout session, byte for byte (json, not jsonb), so that a
     * retry under the same idempotency key is identical. Deleted when the checkout ends.
     */
    request: json().$type<Stripe.Checkout.SessionCreateParams>(),
    sessionId: text(),
    /** The page where the person subscribes. Null until the provider has created the session. */
    checkoutUrl: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("plan_checkouts_open").on(table.userId).where(sql`${table.status} = 'open'`),
    uniqueIndex("plan_checkouts_session_id").on(table.sessionId),
    index("plan_checkouts_user_id").on(table.userId),
  ],
);

/** Subscriptions to the premium plan, as the payment provider last reported them. */
export const planSubscriptions = pgTable(
  "plan_subscriptions",
  {
    /** The provider's ID. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    customerId: text().notNull(),
    status: text({ enum: subscriptionStatuses }).notNull(),
    interval: text({ enum: planIntervals }).notNull(),
    priceId: text().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    currentPeriodStart: instant().notNull(),
    currentPeriodEnd: instant().notNull(),
    trialEnd: instant(),
    /** When the subscription ends, if it was canceled at the end of a period. */
    cancelAt: instant(),
    endedAt: instant(),
    /** The due date of the first renewal that couldn't be paid. */
    pastDueSince: instant(),
    /**
     * Why we cancel the subscription at the provider. Null if the owner or the provider cancels it.
     */
    cancelReason: text({ enum: ["refunded", "disputed", "account-deleted", "duplicate"] }),
    /** When this state was requested from the provider. Later requests win. */
    askedAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index("plan_subscriptions_user_id").on(table.userId),
    index("plan_subscriptions_customer_id").on(table.customerId),
    index("plan_subscriptions_ongoing")
      .on(table.askedAt)
      .where(sql`${table.status} not in ('canceled', 'incomplete_expired')`),
  ],
);

/** The invoices of subscriptions, as the payment provider last reported them. */
export const planInvoices = pgTable(
  "plan_invoices",
  {
    /** The provider's ID. */
    id: text().primaryKey(),
    subscriptionId: text()
      .notNull()
      .references(() => planSubscriptions.id),
    /** The number that people see. */
    number: text(),
    status: text({ enum: ["draft", "open", "paid", "uncollectible", "void"] }).notNull(),
    amountCents: integer().notNull(),
    refundedCents: integer().notNull().default(0),
    /**
     * The number of the next attempt to refund the payment, because nothing was delivered for it.
     * Null if no refund is due.
     */
    refundAttempt: integer(),
    /** What the payer's bank has decided about the payment. Null without a dispute. */
    dispute: text({ enum: ["open", "won", "lost"] }),
    /**
     * Whether the payer's bank waits for a response from staff. It can also be an inquiry, which has
     * taken no money.
     */
    needsResponse: boolean().notNull().default(false),
    /** The deadline of the response. Null if none is requested. */
    respondBy: instant(),
    currency: text().notNull(),
    periodStart: instant().notNull(),
    periodEnd: instant().notNull(),
    paymentIntentId: text(),
    /** The provider's page of the invoice. */
    pageUrl: text(),
    createdAt: instant().notNull(),
    paidAt: instant(),
    askedAt: instant().notNull(),
  },
  (table) => [
    index("plan_invoices_subscription_id").on(table.subscriptionId),
    index("plan_invoices_payment_intent_id").on(table.paymentIntentId),
    index("plan_invoices_refund_due")
      .on(table.subscriptionId)
      .where(sql`${table.refundAttempt} is not null`),
    index("plan_invoices_needs_response").on(table.respondBy).where(sql`${table.needsResponse}`),
    check("plan_invoices_amounts", sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
);

/** The prices of the plan, as the payment provider last reported them. */
export const planPrices = pgTable("plan_prices", {
  interval: text({ enum: planIntervals }).primaryKey(),
  priceId: text().notNull(),
  amountCents: integer().notNull(),
  currency: text().notNull(),
  askedAt: instant().notNull(),
});
