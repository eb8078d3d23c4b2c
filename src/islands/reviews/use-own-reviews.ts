import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnReviews } from "#lib/reviews/reviews.calls.ts";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { orThrow } from "./or-throw.ts";

const keyOf = ({ resourceType, resourceId }: Reviewed) => ["own-reviews", resourceType, resourceId];

/** The user's own review and marks for a resource. */
export function useOwnReviews(reviewed: Reviewed, enabled: boolean) {
  return useQuery(
    {
      queryKey: keyOf(reviewed),
      queryFn: () => orThrow((tell) => fetchOwnReviews(tell, reviewed)),
      enabled,
    },
    queryClient,
  );
}

/** Refetches after a change. */
export function refreshOwnReviews(reviewed: Reviewed): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(reviewed) });
}
