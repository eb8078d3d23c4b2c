import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { disputeStatuses } from "#lib/payments/disputes.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments } from "./payments.table.ts";

/** Disputes of payments, as last reported by the provider. */
export const disputes = pgTable(
  "disputes",
  {
    id: id("dsp"),
    providerDisputeId: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    status: text({ enum: disputeStatuses }).notNull(),
    /** Whether it is only an inquiry: no money was taken, and a refund settles it. */
    isQuestion: boolean().notNull().default(false),
    amountCents: integer().notNull(),
    /** The bank's reason, in the provider's terms. */
    reason: text().notNull(),
    /** The deadline for evidence. Null if none is requested. */
    dueBy: instant(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /** Whether the teacher's share of a lost payment was recovered. Null while nothing is lost. */
    recovery: text({ enum: ["due", "made", "refused"] }),
    /** What was recovered: less than the amount if the account held less. */
    takenBackCents: integer().notNull().default(0),
    /** The id of the recovery in the teacher's account, by which reports name it. */
    returnId: text(),
    /** When this data was requested from the provider. */
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
