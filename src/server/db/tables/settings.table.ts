import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";

/**
 * The settings that staff have changed. A database trigger notifies all servers. `staff_actions`
 * lists earlier changes and who made them.
 */
export const settings = pgTable("settings", {
  /** A key of `settingInputs` in `src/lib/settings/settings.ts`. */
  key: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  changedAt: createdAt(),
  /** The ID of the staff member's user. */
  changedBy: text(),
});
