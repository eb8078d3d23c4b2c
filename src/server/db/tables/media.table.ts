import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/** Re-encoded images. The uploaded files themselves are never stored. */
export const uploads = pgTable(
  "uploads",
  {
    id: id("upl"),
    userId: text()
      .notNull()
      .references(() => users.id),
    /** The file's name in the storage, such as `upl_….webp`. */
    key: text().notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("uploads_key").on(table.key),
    index("uploads_user_id").on(table.userId, table.createdAt),
  ],
);
