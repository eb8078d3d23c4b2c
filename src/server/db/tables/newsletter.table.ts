import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { defaultLanguage, languages } from "#lib/languages.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";

/** Addresses that were entered but haven't been confirmed. Tokens are keyed hashes. */
export const newsletterRequests = pgTable(
  "newsletter_requests",
  {
    id: id("nlr"),
    email: text().notNull(),
    /** The language of the page with the form. */
    language: text({ enum: languages }).notNull().default(defaultLanguage),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("newsletter_requests_token").on(table.tokenHash),
    index("newsletter_requests_email").on(table.email),
    index("newsletter_requests_expiry").on(table.expiresAt),
  ],
);

/** People who confirmed their subscription. Unsubscribing deletes the row. */
export const newsletterSubscribers = pgTable(
  "newsletter_subscribers",
  {
    email: text().primaryKey(),
    /** The language of the page on which the person signed up. */
    language: text({ enum: languages }).notNull().default(defaultLanguage),
    /** The keyed hash of the token in the unsubscribe links. */
    leaveHash: text().notNull(),
    requestedAt: instant().notNull(),
    confirmedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("newsletter_subscribers_leave").on(table.leaveHash),
    check("newsletter_subscribers_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);
