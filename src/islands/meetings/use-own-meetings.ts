import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnMeetings, fetchZoomStatus } from "#lib/meetings/meetings.calls.ts";

/** Poll more often while meetings are pending in Zoom. */
const soonMs = 5_000;
const nowAndThenMs = 60_000;

const ownMeetings = ["own-meetings"];
const connection = ["meeting-connection"];

/** The teacher's meetings, refreshed while the page is open. */
export function useOwnMeetings() {
  return useQuery(
    {
      queryKey: ownMeetings,
      queryFn: fetchOwnMeetings,
      refetchInterval: ({ state }) => (state.data?.waiting.length ? soonMs : nowAndThenMs),
    },
    queryClient,
  );
}

/** Whether the meeting account is connected. Undefined while checking. */
export function useZoomStatus() {
  return useQuery({ queryKey: connection, queryFn: fetchZoomStatus }, queryClient).data;
}

/** Refetches after a change or when an error suggests that the connection has ended. */
export async function refreshMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ownMeetings }),
    queryClient.invalidateQueries({ queryKey: connection }),
  ]);
}
