import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments, refundReasons } from "./payments.table.ts";

/**
 * `requested`: the provider has yet to process it; `made`: the money was refunded; `failed`: the
 * provider couldn't process it, or reversed it.
 */
export const refundStatuses = ["requested", "made", "failed"] as const;

/** All refunds of payments, requested or made, regardless of who initiated them. */
export const refunds = pgTable(
  "refunds",
  {
    id: id("rfd"),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The ID that the client gave the request, so that retries can be recognized. */
    requestId: text(),
    status: text({ enum: refundStatuses }).notNull().default("requested"),
    amountCents: integer().notNull(),
    /** Whether the whole remaining amount is refunded, which ends the enrollment. */
    isWhole: boolean().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    /** The teacher's message to the student, or the reason that staff gave. */
    note: text(),
    /** Whether staff decided that the platform pays, and that the teacher keeps the share. */
    teacherKeepsShare: boolean().notNull().default(false),
    providerRefundId: text(),
    /**
     * Incremented when the provider rejects the refund, because the provider repeats its response
     * to an idempotency key for a day. It doesn't change if the outcome is unknown, so that a retry
     * can't refund twice.
     */
    attempt: integer().notNull().default(0),
    /** Whether the platform paid the refund and nothing was withdrawn from the teacher's account. */
    isPlatforms: boolean().notNull().default(false),
    createdAt: createdAt(),
    madeAt: instant(),
    /** Why the refund failed, in the provider's terms. */
    failure: text(),
  },
  (table) => [
    uniqueIndex("refunds_request_id").on(table.paymentId, table.requestId),
    uniqueIndex("refunds_provider_refund_id").on(table.providerRefundId),
    index("refunds_payment_id").on(table.paymentId),
    index("refunds_requested").on(table.createdAt).where(sql`${table.status} = 'requested'`),
    check("refunds_amount", sql`${table.amountCents} > 0`),
  ],
);
