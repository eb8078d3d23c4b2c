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
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { enrollments } from "./enrollments.table.ts";
import { profiles } from "./people.table.ts";

/**
 * A teacher's account at the payment provider, as the provider last told it. One that the teacher
 * took away from us is closed and kept, because earlier payments went there; the next is a new row.
 */
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
    /** Raised when the provider refused to make the account: the next try needs another key. */
    attempt: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: instant(),
    /** When we learned that it isn't connected to us any more. */
    closedAt: instant(),
  },
  (table) => [
    uniqueIndex("payment_accounts_open").on(table.teacherId).where(sql`${table.closedAt} is null`),
    uniqueIndex("payment_accounts_provider_account_id").on(table.providerAccountId),
  ],
);

/**
 * The money of one enrollment. `open`: a checkout session is being made or waits for the student;
 * `paid`: charged; `expired`: ended unpaid; `refunding`: to be given back; `refunded`: given back.
 */
export const paymentStatuses = ["open", "paid", "expired", "refunding", "refunded"] as const;

/**
 * `no-seat`: the seat was taken when the payment arrived; `duplicate`: the student had one already;
 * `course-closed`: the course took no students any more; `dispute`: the student's bank took the money
 * back; `provider`: given back at the provider's side.
 */
export const refundReasons = [
  "teacher",
  "student",
  "course-cancelled",
  "course-closed",
  "no-seat",
  "duplicate",
  "provider",
  "dispute",
] as const;

export const payments = pgTable(
  "payments",
  {
    id: id("pay"),
    enrollmentId: text("enrolment_id")
      .notNull()
      .references(() => enrollments.id),
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
    /** What was sold, by the name that it had then. */
    itemTitle: text(),
    /** By which people name the payment, in the order of the teacher's sales; null until it is paid. */
    receiptNumber: text(),
    sessionId: text(),
    /** Where the student pays. Null: nobody was sent there, or the checkout is being closed. */
    checkoutUrl: text(),
    sessionExpiresAt: instant(),
    paymentIntentId: text(),
    chargeId: text(),
    /** What the charge is called in the teacher's own account, by which reports name it. */
    destinationPaymentId: text(),
    /** Written by earlier versions alone; refunds have a table of their own. */
    refundId: text(),
    /** Why everything went back, or is going to. */
    refundReason: text({ enum: refundReasons }),
    /** What has been given back so far. */
    refundedCents: integer().notNull().default(0),
    createdAt: createdAt(),
    paidAt: instant(),
    refundedAt: instant(),
  },
  (table) => [
    uniqueIndex("payments_enrolment_id").on(table.enrollmentId),
    uniqueIndex("payments_receipt_number").on(table.receiptNumber),
    uniqueIndex("payments_session_id").on(table.sessionId),
    uniqueIndex("payments_payment_intent_id").on(table.paymentIntentId),
    uniqueIndex("payments_destination_payment_id").on(table.destinationPaymentId),
    index("payments_charge_id").on(table.chargeId),
    index("payments_destination_account_id").on(table.destinationAccountId, table.paidAt),
    index("payments_unsettled")
      .on(table.status)
      .where(sql`${table.status} in ('open', 'refunding')`),
    check("payments_amount", sql`${table.amountCents} >= 50`),
    check("payments_refunded", sql`${table.refundedCents} between 0 and ${table.amountCents}`),
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
