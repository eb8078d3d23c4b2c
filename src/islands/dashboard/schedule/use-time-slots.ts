import { useQuery } from "@tanstack/react-query";
import type { Profile } from "#lib/client/profile.store.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchTimeSlots } from "#lib/client/time-slots.calls.ts";

export const timeSlotsKey = ["time-slots"];

/** The teacher's own weekly slots. */
export function useTimeSlots(profile: Profile) {
  return useQuery(
    { queryKey: timeSlotsKey, queryFn: () => fetchTimeSlots(profile._id) },
    queryClient,
  );
}
