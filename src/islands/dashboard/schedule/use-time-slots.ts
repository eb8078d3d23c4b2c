import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { timeSlotsOptions } from "#lib/people/time-slots.queries.ts";

/** The teacher's own weekly slots. */
export function useTimeSlots(profile: Profile) {
  return useQuery(timeSlotsOptions(profile._id), queryClient);
}
