import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";
import { profiles } from "./people.table.ts";

/**
 * What the platform paid to teachers whom Stripe can't pay, as a bookkeeper recorded it. What it still
 * owes isn't stored: it follows from the payments, refunds and disputes
 * (`src/server/payments/owed-shares/owed-shares.ts`). Rows are only inserted.
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
  },
  (table) => [
    index("share_payouts_teacher_id").on(table.teacherId, table.createdAt),
    check("share_payouts_amount", sql`${table.amountCents} > 0`),
  ],
);
