import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { id } from "../id.ts";

/** Attachments of queued emails. The row is deleted with the email, or when the email can't be sent. */
export const mailAttachments = pgTable(
  "mail_attachments",
  {
    id: id("att"),
    /** The encrypted file with its name. */
    sealed: text().notNull(),
    /** When the email becomes useless. */
    validUntil: instant().notNull(),
  },
  (table) => [index("mail_attachments_valid_until").on(table.validUntil)],
);
