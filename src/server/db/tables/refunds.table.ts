import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments, refundReasons } from "./payments.table.ts";

/**
 * requested: to be made by the provider; made: the money was refunded; failed: the provider could not
 * make it, or reversed it.
 */
export const refundStatuses = ["requested", "made", "failed"] as const;

/** Every refund of a payment, requested or made, no matter by whom. */
export const refunds = pgTable(
  "refunds",
  {
    id: id("rfd"),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The id that the client gave the request, so that a retry is the same request. */
    requestId: text(),
    status: text({ enum: refundStatuses }).notNull().default("requested"),
    amountCents: integer().notNull(),
    /** Whether it refunds everything that is left, which ends the enrollment. */
    isWhole: boolean().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    /** The teacher's message to the student. */
    note: text(),
    providerRefundId: text(),
    /**
     * Increased when the provider rejects it, because the provider repeats its response to an
     * idempotency key for a day. After an unknown outcome it doesn't change, so that a retry can't
     * refund twice.
     */
    attempt: integer().notNull().default(0),
    /** Whether the platform paid it and nothing was taken from the teacher's account. */
    isPlatforms: boolean().notNull().default(false),
    createdAt: createdAt(),
    madeAt: instant(),
    /** Why it failed, in the provider's terms. */
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
