import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { id } from "../id.ts";

/** Attachments of queued emails. The row is deleted when the email is sent or can't be sent. */
export const mailAttachments = pgTable(
  "mail_attachments",
  {
    id: id("att"),
    /** The encrypted file, including its name. */
    sealed: text().notNull(),
    /** When the email is no longer useful. */
    validUntil: instant().notNull(),
  },
  (table) => [index("mail_attachments_valid_until").on(table.validUntil)],
);
