import { useQuery } from "@tanstack/react-query";
import { remembered } from "#lib/client/browser-storage.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { planLimits } from "#lib/plans/plan-limits.ts";
import { ownPlanOptions } from "#lib/plans/plans.queries.ts";

/** Whether the person may repeat more than one verse. Visitors have the free plan. */
export function useLoops(): boolean {
  const isSignedIn = remembered.get("isAuthenticated") === "true";
  const { data } = useQuery({ ...ownPlanOptions(), enabled: isSignedIn }, queryClient);
  return data?.loops ?? planLimits.free.loops;
}
