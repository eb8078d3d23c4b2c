import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { disputeStatuses } from "#lib/payments/disputes.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments } from "./payments.table.ts";

/** Payments that the student's bank asks back, as the provider last told. */
export const disputes = pgTable(
  "disputes",
  {
    id: id("dsp"),
    providerDisputeId: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    status: text({ enum: disputeStatuses }).notNull(),
    /** Whether the bank only asks so far: no money was taken, and a refund settles it. */
    isQuestion: boolean().notNull().default(false),
    amountCents: integer().notNull(),
    /** The bank's reason, in the provider's terms. */
    reason: text().notNull(),
    /** Until when evidence is taken; null where none is asked for. */
    dueBy: instant(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /** Whether the teacher's share of a lost payment is taken back; null while nothing is lost. */
    recovery: text({ enum: ["due", "made", "refused"] }),
    /** What was taken back: less than the amount where less of it was there. */
    takenBackCents: integer().notNull().default(0),
    /** What taking it back is called in the teacher's account, by which reports name it. */
    returnId: text(),
    /** When the provider was asked for what stands here. */
    askedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("disputes_provider_dispute_id").on(table.providerDisputeId),
    index("disputes_payment_id").on(table.paymentId),
    uniqueIndex("disputes_return_id").on(table.returnId),
    index("disputes_recovery_due").on(table.createdAt).where(sql`${table.recovery} = 'due'`),
  ],
);
