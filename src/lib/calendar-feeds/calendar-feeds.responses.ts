/** Responses about a user's calendar link. */
import * as z from "zod/mini";

const facts = {
  /** Instants are ISO 8601 strings in UTC. */
  createdAt: z.string(),
  /** When a calendar last read the feed, rounded to the hour. Absent until the first read. */
  lastReadAt: z.optional(z.string()),
};

/** Information about the link, without the secret link itself. */
const calendarFeed = z.object(facts);
export type CalendarFeed = z.output<typeof calendarFeed>;

/** Null when there is no link. */
export const calendarFeedSchema = z.nullable(calendarFeed);

export const newCalendarFeedSchema = z.object({
  ...facts,
  /** The secret link, which is shown only once. Anyone who has it can read the calendar. */
  url: z.string(),
});
export type NewCalendarFeed = z.output<typeof newCalendarFeedSchema>;
