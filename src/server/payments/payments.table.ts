import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Stripe } from "stripe";
import { createdAt, instant } from "../db/columns.ts";
import { id } from "../db/id.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { profiles } from "../people/people.table.ts";

/** A teacher's account at the payment provider, as the provider last told it. */
export const paymentAccounts = pgTable(
  "payment_accounts",
  {
    id: id("pac"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Null while the account is being made at the provider. */
    providerAccountId: text(),
    detailsSubmitted: boolean().notNull().default(false),
    chargesEnabled: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (table) => [
    uniqueIndex("payment_accounts_teacher_id").on(table.teacherId),
    uniqueIndex("payment_accounts_provider_account_id").on(table.providerAccountId),
  ],
);

/**
 * The money of one enrolment. `open`: a checkout session is being made or waits for the student;
 * `paid`: charged; `expired`: ended unpaid; `refunding`: to be given back; `refunded`: given back.
 */
export const paymentStatuses = ["open", "paid", "expired", "refunding", "refunded"] as const;

export const payments = pgTable(
  "payments",
  {
    id: id("pay"),
    enrolmentId: text()
      .notNull()
      .references(() => enrolments.id),
    status: text({ enum: paymentStatuses }).notNull().default("open"),
    amountCents: integer().notNull(),
    feeCents: integer().notNull(),
    currency: text().notNull().default("usd"),
    /** The teacher's account that the money goes to. */
    destinationAccountId: text().notNull(),
    /**
     * The request that makes the checkout session, letter by letter (hence json, not jsonb), so that
     * a repetition under the same idempotency key is the same request. Dropped once it is answered.
     */
    checkoutRequest: json().$type<Stripe.Checkout.SessionCreateParams>(),
    sessionId: text(),
    /** Where the student pays. Null: nobody was sent there, or the checkout is being closed. */
    checkoutUrl: text(),
    sessionExpiresAt: instant(),
    paymentIntentId: text(),
    chargeId: text(),
    refundId: text(),
    refundReason: text({ enum: ["teacher", "student", "course-cancelled", "no-seat", "provider"] }),
    createdAt: createdAt(),
    paidAt: instant(),
    refundedAt: instant(),
  },
  (table) => [
    uniqueIndex("payments_enrolment_id").on(table.enrolmentId),
    uniqueIndex("payments_session_id").on(table.sessionId),
    uniqueIndex("payments_payment_intent_id").on(table.paymentIntentId),
    index("payments_unsettled")
      .on(table.status)
      .where(sql`${table.status} in ('open', 'refunding')`),
    check("payments_amount", sql`${table.amountCents} >= 50`),
    check("payments_fee", sql`${table.feeCents} between 0 and ${table.amountCents}`),
  ],
);

/** Events that the providers delivered, so that each is worked on once. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The provider's own id of the event, or a digest of the body where it has none. */
    id: text().primaryKey(),
    provider: text({ enum: ["stripe", "zoom"] }).notNull(),
    type: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    receivedAt: createdAt(),
    processedAt: instant(),
  },
  (table) => [
    index("webhook_events_received_at").on(table.receivedAt),
    index("webhook_events_waiting").on(table.receivedAt).where(sql`${table.processedAt} is null`),
  ],
);
