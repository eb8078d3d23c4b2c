import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { defaultLanguage, languages } from "#lib/languages.ts";
import {
  deliveryReasons,
  deliveryStatuses,
  letterAudiences,
  letterKinds,
  letterLimits,
  letterRecipients,
  letterStatuses,
} from "#lib/letters/letters.rules.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/** Newsletters and policy notices. */
export const letters = pgTable(
  "letters",
  {
    id: id("let"),
    kind: text({ enum: letterKinds }).notNull(),
    status: text({ enum: letterStatuses }).notNull().default("draft"),
    audience: text({ enum: letterAudiences }).notNull(),
    /** Only subscribers with this language. Null for all. */
    language: text({ enum: languages }),
    /** Only people who used their account in this many past days. Null for all. */
    activeDays: integer(),
    ratePerHour: integer().notNull().default(letterLimits.defaultRate),
    /** Increases with each change, so that nobody sends or overwrites what they haven't read. */
    revision: integer().notNull().default(1),
    /** The user ID of the member of staff. */
    createdBy: text().notNull(),
    createdAt: createdAt(),
    startedAt: instant(),
    /** When the last email was sent, or staff stopped the letter. */
    finishedAt: instant(),
    /** The mail server's response, if the letter was paused because the server rejected it. */
    pausedBecause: text(),
    /** How many emails were sent, skipped and failed, once the addresses are deleted. */
    sentCount: integer(),
    skippedCount: integer(),
    failedCount: integer(),
  },
  (table) => [
    index("letters_created_at").on(table.createdAt),
    check(
      "letters_audience",
      sql`(${table.kind} = 'newsletter') = (${table.audience} = 'subscribers')`,
    ),
  ],
);

/**
 * A letter in one language. The English text is required for sending, and replaces missing
 * translations.
 */
export const letterTexts = pgTable(
  "letter_texts",
  {
    letterId: text()
      .notNull()
      .references(() => letters.id, { onDelete: "cascade" }),
    language: text({ enum: languages }).notNull(),
    subject: text().notNull(),
    preheader: text().notNull(),
    /** In the site's subset of Markdown. */
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.letterId, table.language] })],
);

/**
 * Who gets a letter. There is one row for each letter and address, and it leaves `waiting` before the
 * email is handed to the mail server, so that nobody gets a letter twice.
 */
export const letterDeliveries = pgTable(
  "letter_deliveries",
  {
    /** Rows are inserted with a query, so the database generates their IDs. */
    id: text().primaryKey().default(sql`'ldv_' || replace(gen_random_uuid()::text, '-', '')`),
    letterId: text()
      .notNull()
      .references(() => letters.id, { onDelete: "cascade" }),
    /** Replaced by the ID of the row once the account is deleted. */
    address: text().notNull(),
    recipient: text({ enum: letterRecipients }).notNull(),
    /** The user ID of an account; for a guardian, the ID of the child's profile. */
    ownerId: text(),
    language: text({ enum: languages }).notNull().default(defaultLanguage),
    status: text({ enum: deliveryStatuses }).notNull().default("waiting"),
    reason: text({ enum: deliveryReasons }),
    /** How often the mail server has postponed the email. */
    attempts: integer().notNull().default(0),
    /** The earliest time of the next attempt. */
    notBefore: instant(),
    /** When a process began to send the email. The hourly rate is limited by these times. */
    claimedAt: instant(),
  },
  (table) => [
    uniqueIndex("letter_deliveries_address").on(table.letterId, table.address),
    index("letter_deliveries_status").on(table.letterId, table.status),
    index("letter_deliveries_claimed").on(table.claimedAt),
    index("letter_deliveries_recipient").on(table.address),
  ],
);
