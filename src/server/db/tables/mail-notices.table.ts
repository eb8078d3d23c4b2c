import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

/**
 * Notifications of the last day, which limit further ones, and those that wait for a digest. Addresses
 * are keyed hashes.
 */
export const mailNotices = pgTable(
  "mail_notices",
  {
    id: id("ntc"),
    /** Keyed hash of the address. */
    recipient: text().notNull(),
    /** Who caused it: a profile id, or a keyed hash of a client's address. */
    sender: text().notNull(),
    courseId: text(),
    /** What it is about, e.g. `class:cls_…`. A later notification replaces a waiting one. */
    about: text().notNull(),
    /** What happened, e.g. `moved`. */
    kind: text().notNull(),
    /** Whether it can't be replaced, because it is about money or contains a person's message. */
    lasting: boolean().notNull(),
    /** The encrypted email while it waits for a digest. Null once it is sent. */
    sealed: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("mail_notices_recipient").on(table.recipient, table.createdAt),
    index("mail_notices_created_at").on(table.createdAt),
    index("mail_notices_waiting").on(table.recipient).where(sql`${table.sealed} is not null`),
  ],
);
