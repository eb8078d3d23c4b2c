/** The shapes of calendar feeds for /api/openapi.json. */
import * as z from "zod/mini";
import type { CalendarFeed, NewCalendarFeed } from "#lib/calendar-feeds/calendar-feeds.ts";

const text = z.string();
const facts = { createdAt: text, lastReadAt: z.optional(text) };

export const calendarFeedData: z.ZodMiniType<CalendarFeed | null> = z.nullable(z.object(facts));

export const newCalendarFeedData: z.ZodMiniType<NewCalendarFeed> = z.object({
  ...facts,
  url: text,
});
