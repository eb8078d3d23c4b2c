import { integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { customAlphabet } from "nanoid";
import { profiles } from "./people.table.ts";

// Without letters that look alike, because people read the code aloud.
const newCode = customAlphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6);

/** The code and the latest receipt number of each teacher with sales. */
export const receiptBooks = pgTable(
  "receipt_books",
  {
    teacherId: text()
      .primaryKey()
      .references(() => profiles.id),
    /** The prefix of this teacher's receipt numbers, which makes them unique across the site. */
    code: text().notNull().$defaultFn(newCode),
    lastNumber: integer().notNull(),
  },
  (table) => [uniqueIndex("receipt_books_code").on(table.code)],
);
