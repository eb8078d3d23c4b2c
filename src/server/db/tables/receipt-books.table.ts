import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";
import { profiles } from "./people.table.ts";

// Without letters that look alike, because people read it to each other.
const newCode = customAlphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6);

/** For each teacher with sales: the code and the latest number of the receipts. */
export const receiptBooks = pgTable(
  "receipt_books",
  {
    teacherId: text()
      .primaryKey()
      .references(() => profiles.id),
    /** The beginning of this teacher's receipt numbers, which makes them unique on the site. */
    code: text().notNull().$defaultFn(newCode),
    lastNumber: integer().notNull(),
  },
  (table) => [uniqueIndex("receipt_books_code").on(table.code)],
);
