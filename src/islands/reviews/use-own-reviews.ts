import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnReviews } from "#lib/reviews/reviews.calls.ts";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { orThrow } from "./or-throw.ts";

const keyOf = ({ resourceType, resourceId }: Reviewed) => ["own-reviews", resourceType, resourceId];

/** What the person who is signed in has to do with the reviews of something. */
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

/** Reads it again after a change. */
export function refreshOwnReviews(reviewed: Reviewed): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(reviewed) });
}
