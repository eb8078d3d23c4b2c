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
import { serviceAgreements } from "#lib/payments/payout-countries.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { enrollments } from "./enrollments.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Teachers' accounts at the payment provider, as last reported. A disconnected account is closed
 * but kept, because earlier payments went to it. The teacher's next account gets a new row.
 */
export const paymentAccounts = pgTable(
  "payment_accounts",
  {
    id: id("pac"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    /** Null while the provider is creating the account. */
    providerAccountId: text(),
    /**
     * ISO 3166-1 code of the country in which the teacher is paid. Null for accounts from before
     * teachers were asked for it, which are in the platform's country.
     */
    country: text(),
    /**
     * The agreement between Stripe and the teacher. Under `none`, there is no account at the
     * provider.
     */
    agreement: text({ enum: serviceAgreements }).notNull().default("full"),
    detailsSubmitted: boolean().notNull().default(false),
    /** Whether paid courses can be sold: a recipient's account itself makes no charges. */
    chargesEnabled: boolean().notNull().default(false),
    /**
     * Incremented when the provider refuses to create the account, because the next attempt needs a
     * new idempotency key.
     */
    attempt: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: instant(),
    /** When we learned that the account is no longer connected. */
    closedAt: instant(),
  },
  (table) => [
    uniqueIndex("payment_accounts_open").on(table.teacherId).where(sql`${table.closedAt} is null`),
    uniqueIndex("payment_accounts_provider_account_id").on(table.providerAccountId),
  ],
);

/**
 * The statuses of an enrollment's payment. `open`: a checkout session is being created or waits for
 * the student; `paid`: charged; `expired`: ended without payment; `refunding`: a refund was
 * requested; `refunded`.
 */
export const paymentStatuses = ["open", "paid", "expired", "refunding", "refunded"] as const;

/**
 * `no-seat`: the seat was taken when the payment arrived; `duplicate`: the student was already
 * enrolled; `course-closed`: the course no longer accepted students; `staff`: staff approved
 * the request; `dispute`: the student's bank took the money back; `provider`: refunded at the
 * provider.
 */
export const refundReasons = [
  "teacher",
  "student",
  "course-cancelled",
  "course-closed",
  "staff",
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
    /**
     * The teacher's account that receives the money. Null if the platform keeps it and owes the teacher
     * the share.
     */
    destinationAccountId: text(),
    /**
     * The request that creates the checkout session, byte for byte (json, not jsonb), so that a
     * retry under the same idempotency key is identical. Deleted after the response.
     */
    checkoutRequest: json().$type<Stripe.Checkout.SessionCreateParams>(),
    /** The title of the course when it was sold. */
    itemTitle: text(),
    /** The receipt number, in the order of the teacher's sales. Null until the payment. */
    receiptNumber: text(),
    sessionId: text(),
    /**
     * The page where the student pays. Null if no student was sent there, or if the checkout is
     * being closed.
     */
    checkoutUrl: text(),
    sessionExpiresAt: instant(),
    paymentIntentId: text(),
    chargeId: text(),
    /** The charge's ID in the teacher's own account, which reports use. */
    destinationPaymentId: text(),
    /** Written only by earlier versions. Refunds have their own table. */
    refundId: text(),
    /** The reason for a full refund. */
    refundReason: text({ enum: refundReasons }),
    /** The amount refunded so far, in cents. */
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

/** Events that providers have delivered, stored so that each is processed once. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** The provider's ID of the event, or a hash of the body if it has no ID. */
    id: text().primaryKey(),
    /** `stripe`, or the `id` of a `MeetingProvider`. */
    provider: text().notNull(),
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
