import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { connectionsOptions } from "#lib/meetings/connections.queries.ts";
import { teacherMeetingsOptions } from "#lib/meetings/meetings.queries.ts";

/** The polling interval while meetings are waiting for the service, in milliseconds. */
const soonMs = 5_000;
const nowAndThenMs = 60_000;

/** The teacher's meetings, refreshed while the page is open. */
export function useOwnMeetings() {
  return useQuery(
    {
      ...teacherMeetingsOptions(),
      refetchInterval: ({ state }) => (state.data?.waiting.length ? soonMs : nowAndThenMs),
    },
    queryClient,
  );
}

/** The connections to all meeting services. Undefined while checking. */
export function useConnections() {
  return useQuery(connectionsOptions(), queryClient).data;
}
