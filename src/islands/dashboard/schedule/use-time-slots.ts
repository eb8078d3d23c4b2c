import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { fetchTimeSlots } from "#lib/people/time-slots.calls.ts";

export const timeSlotsKey = ["time-slots"];

/** The teacher's own weekly slots. */
export function useTimeSlots(profile: Profile) {
  return useQuery(
    { queryKey: timeSlotsKey, queryFn: () => fetchTimeSlots(profile._id) },
    queryClient,
  );
}
