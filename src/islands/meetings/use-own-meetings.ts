import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnMeetings, fetchZoomStatus } from "#lib/meetings/meetings.calls.ts";

/** What waits for Zoom may be there any moment; the others start and end by themselves. */
const soonMs = 5_000;
const nowAndThenMs = 60_000;

const ownMeetings = ["own-meetings"];
const connection = ["meeting-connection"];

/** The teacher's meetings, kept up while the page stands open. */
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

/** Whether the meeting account is connected; undefined while that is being checked. */
export function useZoomStatus() {
  return useQuery({ queryKey: connection, queryFn: fetchZoomStatus }, queryClient).data;
}

/** After a change, or when a call told that the connection may be over. */
export async function refreshMeetings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ownMeetings }),
    queryClient.invalidateQueries({ queryKey: connection }),
  ]);
}
