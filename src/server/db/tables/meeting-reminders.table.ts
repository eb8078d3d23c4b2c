import { index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { courses } from "./courses.table.ts";
import { profiles } from "./people.table.ts";

/**
 * Reminders that were sent: one per person, course and start hour, even if several meetings start
 * then.
 */
export const meetingReminders = pgTable(
  "meeting_reminders",
  {
    profileId: text()
      .notNull()
      .references(() => profiles.id),
    courseId: text()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    /** Hours before the start: 24 or 1. */
    hours: smallint().notNull(),
    sentAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.courseId, table.startsAt, table.hours] }),
    index("meeting_reminders_starts_at").on(table.startsAt),
  ],
);
