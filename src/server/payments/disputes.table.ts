import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { disputeStatuses } from "#lib/disputes.ts";
import { createdAt, instant } from "../db/columns.ts";
import { id } from "../db/id.ts";
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
    amountCents: integer().notNull(),
    /** The bank's reason, in the provider's terms. */
    reason: text().notNull(),
    /** Until when evidence is taken; null where none is asked for. */
    dueBy: instant(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /** Whether the teacher's share of a lost payment is taken back; null while nothing is lost. */
    recovery: text({ enum: ["due", "made", "refused"] }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("disputes_provider_dispute_id").on(table.providerDisputeId),
    index("disputes_payment_id").on(table.paymentId),
    index("disputes_recovery_due").on(table.createdAt).where(sql`${table.recovery} = 'due'`),
  ],
);
