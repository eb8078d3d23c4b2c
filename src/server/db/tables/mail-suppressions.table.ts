import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { suppressionReasons } from "#lib/letters/letters.rules.ts";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

/**
 * Addresses that get no letters. They outlive accounts and subscriptions, because otherwise the next
 * letter would go to them again.
 */
export const mailSuppressions = pgTable(
  "mail_suppressions",
  {
    id: id("sup"),
    /** In lower case. */
    email: text().notNull(),
    reason: text({ enum: suppressionReasons }).notNull(),
    /** What the mail server answered, or what staff noted. */
    note: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("mail_suppressions_email").on(table.email),
    index("mail_suppressions_created_at").on(table.createdAt),
    check("mail_suppressions_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);
