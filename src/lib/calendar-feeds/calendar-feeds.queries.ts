/** The query for the user's calendar link, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchCalendarFeed } from "./calendar-feeds.calls.ts";
import type { CalendarFeed } from "./calendar-feeds.responses.ts";

export const calendarFeedOptions = () =>
  queryOptions({ queryKey: ["calendar-feeds"], queryFn: fetchCalendarFeed });

/** @param feed is null after the link was deleted. */
export const putCalendarFeed = (feed: CalendarFeed | null) =>
  queryClient.setQueryData(calendarFeedOptions().queryKey, feed);
