import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { contactSources } from "#lib/contact/contact.ts";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

/** Messages to staff. The sender's email address isn't verified. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id("msg"),
    source: text({ enum: contactSources }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** A hash of the content and the day, so that duplicates are stored once. */
    digest: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("contact_messages_once").on(table.digest),
    index("contact_messages_email").on(table.email, table.createdAt),
    index("contact_messages_age").on(table.createdAt),
    check("contact_messages_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);
