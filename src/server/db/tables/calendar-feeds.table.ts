import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { profiles } from "./people.table.ts";

/** Calendar subscriptions. Each person has at most one link, stored as a hash. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    profileId: text()
      .primaryKey()
      .references(() => profiles.id),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    /** When a calendar last read the feed. Updated at most once an hour. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex("calendar_feeds_token_hash").on(table.tokenHash)],
);
