import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";
import { profiles } from "./people.table.ts";

// Without look-alikes, because people read it to each other.
const newCode = customAlphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6);

/** Of each teacher who has sold something: how receipts are numbered, and how far they are. */
export const receiptBooks = pgTable(
  "receipt_books",
  {
    teacherId: text()
      .primaryKey()
      .references(() => profiles.id),
    /** Begins every number of this teacher, so that no two receipts of the site have the same. */
    code: text().notNull().$defaultFn(newCode),
    lastNumber: integer().notNull(),
  },
  (table) => [uniqueIndex("receipt_books_code").on(table.code)],
);
