/** How reviews look on the wire. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ReviewResourceType } from "#lib/reviews.ts";
import { users } from "../accounts/accounts.table.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../people/people.table.ts";
import { reviewMarks, reviews } from "./reviews.table.ts";

export interface ReviewView {
  _id: string;
  /** The author's user id: the key of the public profile look-up. */
  authorId: string;
  authorName: string;
  authorImageUrl: string | null;
  resourceType: ReviewResourceType;
  resourceId: string;
  rating: number;
  content: string;
  helpfulCount: number;
  createdAt: string;
  updatedAt: string | null;
}

const mostReviews = 100;

/** Reviews with their authors in one query, newest first, at most a hundred. */
export async function selectReviews(db: Db, condition: SQL | undefined): Promise<ReviewView[]> {
  const helpfulCount = db.$count(
    reviewMarks,
    and(eq(reviewMarks.reviewId, reviews.id), eq(reviewMarks.kind, "helpful")),
  );
  const rows = await db
    .select({
      review: reviews,
      authorName: sql<string>`coalesce(${profiles.name}, ${users.name})`,
      authorImageUrl: profiles.profileImageUrl,
      helpfulCount: sql<number>`${helpfulCount}`.mapWith(Number),
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(condition)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(mostReviews);
  return rows.map(({ review, ...author }) => ({
    _id: review.id,
    authorId: review.authorId,
    ...author,
    resourceType: review.resourceType,
    resourceId: review.resourceId,
    rating: review.rating,
    content: review.content,
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt?.toISOString() ?? null,
  }));
}

/** Hidden reviews are seen by nobody and count nowhere. */
export const visible = isNull(reviews.hiddenAt);
