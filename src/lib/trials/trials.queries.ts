/** The query for trial lessons, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { refreshTimeSlots } from "../people/time-slots.queries.ts";
import { refreshTimeline } from "../timeline/timeline.queries.ts";
import { fetchTrials } from "./trials.calls.ts";

/** The user's upcoming trial lessons. */
export const trialsOptions = () => queryOptions({ queryKey: ["trials"], queryFn: fetchTrials });

/** Refetches after a booking or cancellation, which changes the teacher's time slots too. */
export async function refreshTrials(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: trialsOptions().queryKey }),
    refreshTimeline(),
    refreshTimeSlots(),
  ]);
}
