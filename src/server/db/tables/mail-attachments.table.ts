import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { id } from "../id.ts";

/** Files on their way in queued emails. The row goes with the email, or when that ends unsent. */
export const mailAttachments = pgTable(
  "mail_attachments",
  {
    id: id("att"),
    /** The encrypted file with its name. */
    sealed: text().notNull(),
    /** When the email has lost its use. */
    validUntil: instant().notNull(),
  },
  (table) => [index("mail_attachments_valid_until").on(table.validUntil)],
);
