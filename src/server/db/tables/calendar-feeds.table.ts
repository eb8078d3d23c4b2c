import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { profiles } from "./people.table.ts";

/** The links by which calendars read what somebody has to attend: one a person, kept as a hash. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    profileId: text()
      .primaryKey()
      .references(() => profiles.id),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    /** When a calendar read it last, to the hour. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex("calendar_feeds_token_hash").on(table.tokenHash)],
);
