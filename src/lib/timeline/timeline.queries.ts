/** The query for the timeline, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchTimeline } from "./timeline.calls.ts";

/** What the user has coming up. */
export const timelineOptions = () =>
  queryOptions({ queryKey: ["timeline"], queryFn: fetchTimeline });

/** Refetches after something was canceled. */
export async function refreshTimeline(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: timelineOptions().queryKey });
}
