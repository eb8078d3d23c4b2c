import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { ownReviewsOptions, refreshOwnReviews } from "#lib/reviews/reviews.queries.ts";
import type { ReviewResourceType } from "#lib/reviews/reviews.rules.ts";
import { refreshTestimonials } from "#lib/reviews/testimonials.queries.ts";
import { OwnReview } from "./OwnReview.tsx";
import { ReviewMarks } from "./ReviewMarks.tsx";
import { reloadList } from "./review-list.ts";

interface ReviewDeskProps {
  resourceType: ReviewResourceType;
  resourceId: string;
  /** False if reviews can't be written here. */
  writes?: boolean;
}

/**
 * Lets logged-in users write their own review and mark other people's. The list itself is
 * server-rendered HTML.
 */
export default function ReviewDesk({ writes = true, resourceType, resourceId }: ReviewDeskProps) {
  const reviewed = { resourceType, resourceId };
  const account = useAccount();
  const isSignedIn = account.status === "signed-in";
  const own = useQuery({ ...ownReviewsOptions(reviewed), enabled: isSignedIn }, queryClient);
  const [round, setRound] = useState(0);
  const changed = async () => {
    await Promise.all([refreshOwnReviews(reviewed), reloadList(), refreshTestimonials()]);
    setRound((before) => before + 1);
  };
  // Rendered from the start, because the island hydrates when this element becomes visible.
  return (
    <div>
      {isSignedIn && own.isError && !own.data && <QueryError query={own} />}
      {isSignedIn && own.data && (
        <>
          {writes && <OwnReview own={own.data} reviewed={reviewed} onChanged={changed} />}
          <ReviewMarks key={round} own={own.data} />
        </>
      )}
    </div>
  );
}
