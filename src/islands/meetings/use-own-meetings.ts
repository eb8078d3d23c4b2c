import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { teacherMeetingsOptions, zoomStatusOptions } from "#lib/meetings/meetings.queries.ts";

/** The polling interval while meetings are waiting for Zoom, in milliseconds. */
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

/** Whether the meeting account is connected. Undefined while checking. */
export function useZoomStatus() {
  return useQuery(zoomStatusOptions(), queryClient).data;
}
