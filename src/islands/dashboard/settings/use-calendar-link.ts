import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  createCalendarFeed,
  deleteCalendarFeed,
  fetchCalendarFeed,
} from "#lib/calendar-feeds/calendar-feeds.calls.ts";
import type { CalendarFeed } from "#lib/calendar-feeds/calendar-feeds.ts";
import { queryClient } from "#lib/client/query-client.ts";

const queryKey = ["calendar-feed"];
const remember = (feed: CalendarFeed | null) => queryClient.setQueryData(queryKey, feed);

/**
 * The person's calendar link. The URL is available only after creating it and until leaving the
 * page, because the server doesn't store it.
 */
export function useCalendarLink() {
  const [url, setUrl] = useState<string>();
  const feed = useQuery({ queryKey, queryFn: fetchCalendarFeed }, queryClient);
  const making = useMutation(
    {
      mutationFn: createCalendarFeed,
      onSuccess: (made) => {
        setUrl(made.url);
        remember({ createdAt: made.createdAt });
      },
    },
    queryClient,
  );
  const ending = useMutation(
    {
      mutationFn: deleteCalendarFeed,
      onSuccess: () => {
        setUrl(undefined);
        remember(null);
      },
    },
    queryClient,
  );
  return { feed, making, ending, url };
}
