import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { timelineOptions } from "#lib/timeline/timeline.queries.ts";

const second = 1_000;

/** What the person has coming up. Refetched often, because rooms appear shortly before a class. */
export function useTimeline() {
  return useQuery(
    {
      ...timelineOptions(),
      refetchInterval: ({ state }) =>
        state.data?.some(({ room }) => room === "coming") ? 5 * second : 60 * second,
    },
    queryClient,
  );
}
