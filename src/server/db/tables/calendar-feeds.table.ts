import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { profiles } from "./people.table.ts";

/** Calendar subscriptions: one link per person, stored as a hash. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    profileId: text()
      .primaryKey()
      .references(() => profiles.id),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    /** When a calendar last read it, rounded to the hour. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex("calendar_feeds_token_hash").on(table.tokenHash)],
);
