import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";

/**
 * The notices of the last day, which count toward limits, and those waiting for a digest. Addresses
 * are keyed hashes.
 */
export const mailNotices = pgTable(
  "mail_notices",
  {
    id: id("ntc"),
    /** The keyed hash of the email address. */
    recipient: text().notNull(),
    /** Who caused the notice: a profile ID, or the keyed hash of a client address. */
    sender: text().notNull(),
    courseId: text(),
    /** The subject, such as `class:cls_…`. A later notice replaces one that is waiting. */
    about: text().notNull(),
    /** What happened, such as `moved`. */
    kind: text().notNull(),
    /**
     * Whether the notice can't be replaced, because it is about money or contains a person's
     * message.
     */
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
