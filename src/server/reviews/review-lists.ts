/** Lists of visible reviews, for everyone. */
import { and, eq, ilike, type SQL } from "drizzle-orm";
import { readPaging } from "#lib/paging/paging.ts";
import type { Review, ReviewStats } from "#lib/reviews/reviews.responses.ts";
import type { ReviewResourceType } from "#lib/reviews/reviews.rules.ts";
import { maxReviews, type ReviewsQuery } from "#lib/reviews/reviews.ts";
import type { Context } from "../context.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { selectReviews, visible } from "./review.view.ts";
import { readStats } from "./review-stats.ts";

function list({ db }: Context, condition: SQL, query: ReviewsQuery): Promise<Review[]> {
  const paging = readPaging(query, maxReviews);
  return selectReviews(db, and(visible, condition), { ...paging, sort: query.sort });
}

/** Reviews of one course, of one teacher or of the app. */
export function listReviewsOf(
  context: Context,
  resourceId: string,
  query: ReviewsQuery = {},
): Promise<Review[]> {
  return list(context, eq(reviews.resourceId, resourceId), query);
}

/** Reviews of all subjects of one type. */
export function listReviewsByType(
  context: Context,
  type: ReviewResourceType,
  query: ReviewsQuery = {},
): Promise<Review[]> {
  return list(context, eq(reviews.resourceType, type), query);
}

/** Searches reviews for a literal text. Finds nothing for an empty search. */
export async function searchReviews(
  context: Context,
  search: string,
  query: ReviewsQuery = {},
): Promise<Review[]> {
  const text = search.trim();
  if (text === "") return [];
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return list(context, ilike(reviews.content, pattern), query);
}

export function findReviewStats({ db }: Context, resourceId: string): Promise<ReviewStats> {
  return readStats(db, and(visible, eq(reviews.resourceId, resourceId)));
}
