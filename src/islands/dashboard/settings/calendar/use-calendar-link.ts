import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  createCalendarFeed,
  deleteCalendarFeed,
} from "#lib/calendar-feeds/calendar-feeds.calls.ts";
import {
  calendarFeedOptions,
  putCalendarFeed,
} from "#lib/calendar-feeds/calendar-feeds.queries.ts";
import { queryClient } from "#lib/client/query-client.ts";

/**
 * The person's calendar link. The URL is available only after creating it and until leaving the
 * page, because the server doesn't store it.
 */
export function useCalendarLink() {
  const [url, setUrl] = useState<string>();
  const feed = useQuery(calendarFeedOptions(), queryClient);
  const making = useMutation(
    {
      mutationFn: createCalendarFeed,
      onSuccess: (made) => {
        setUrl(made.url);
        putCalendarFeed({ createdAt: made.createdAt });
      },
    },
    queryClient,
  );
  const ending = useMutation(
    {
      mutationFn: deleteCalendarFeed,
      onSuccess: () => {
        setUrl(undefined);
        putCalendarFeed(null);
      },
    },
    queryClient,
  );
  return { feed, making, ending, url };
}
