import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { profiles } from "./people.table.ts";

/**
 * The amounts that the platform paid to teachers whom Stripe can't pay, as recorded by a
 * bookkeeper. The amounts that it still owes aren't stored: they follow from the payments, refunds
 * and disputes (`src/server/payments/owed-shares/owed-shares.ts`). A payout that was recorded by
 * mistake, or that the bank returned, isn't deleted but voided.
 */
export const sharePayouts = pgTable(
  "share_payouts",
  {
    id: id("spo"),
    teacherId: text()
      .notNull()
      .references(() => profiles.id),
    amountCents: integer().notNull(),
    /** What identifies the transfer at the bank. */
    reference: text().notNull(),
    createdAt: createdAt(),
    /** Since when the payout no longer counts; the audit log has the reason. */
    voidedAt: instant(),
  },
  (table) => [
    index("share_payouts_teacher_id").on(table.teacherId, table.createdAt),
    check("share_payouts_amount", sql`${table.amountCents} > 0`),
  ],
);
