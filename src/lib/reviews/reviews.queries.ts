/** The query for the user's own review, and functions that update it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchOwnReviews, orThrow } from "./reviews.calls.ts";
import type { Reviewed } from "./reviews.ts";

/** The user's own review and marks for a resource. */
export const ownReviewsOptions = (reviewed: Reviewed) =>
  queryOptions({
    queryKey: ["reviews", "own", reviewed.resourceType, reviewed.resourceId],
    queryFn: () => orThrow((report) => fetchOwnReviews(report, reviewed)),
  });

export const refreshOwnReviews = (reviewed: Reviewed) =>
  queryClient.invalidateQueries({ queryKey: ownReviewsOptions(reviewed).queryKey });
