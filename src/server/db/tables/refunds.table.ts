import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments, refundReasons } from "./payments.table.ts";

/**
 * requested: noted, to be made by the provider; made: the money has gone back; failed: the provider
 * could not make it, or took it back.
 */
export const refundStatuses = ["requested", "made", "failed"] as const;

/** Every time that money of a payment went back or is to go back, by whomever. */
export const refunds = pgTable(
  "refunds",
  {
    id: id("rfd"),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** The name that the asking side gave this wish, so that asking twice is one wish. */
    requestId: text(),
    status: text({ enum: refundStatuses }).notNull().default("requested"),
    amountCents: integer().notNull(),
    /** Whether it gives back all that is left, which ends the enrollment. */
    isWhole: boolean().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    /** The teacher's words to the student. */
    note: text(),
    providerRefundId: text(),
    /**
     * Raised when the provider refused: it repeats that answer to the same idempotency key for a day.
     * After an unknown outcome it stays, so that a repetition can't give the money back twice.
     */
    attempt: integer().notNull().default(0),
    /** Whether the platform paid it: the teacher's account was not touched. */
    isPlatforms: boolean().notNull().default(false),
    createdAt: createdAt(),
    madeAt: instant(),
    /** Why it failed, in the provider's words. */
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
