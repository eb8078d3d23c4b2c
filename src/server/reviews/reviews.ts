import { and, eq, ilike } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import {
  type CreateReviewInput,
  type ReviewResourceType,
  reportsThatHide,
  type UpdateReviewInput,
} from "#lib/reviews.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { requireMayReview } from "./may-review.ts";
import { refreshRatings } from "./ratings.ts";
import { type ReviewView, selectReviews, visible } from "./review.view.ts";
import { type ReviewStats, readStats } from "./review-stats.ts";
import { reviewMarks, reviews } from "./reviews.table.ts";

const noReview = () => new AppError("not_found", "Review not found");

/** Visible reviews of one course, teacher or of the app, newest first. */
export function listReviewsOf(context: Context, resourceId: string): Promise<ReviewView[]> {
  return selectReviews(context.db, and(visible, eq(reviews.resourceId, resourceId)));
}

/** Visible reviews of everything of one type, newest first. */
export function listReviewsByType(
  context: Context,
  type: ReviewResourceType,
): Promise<ReviewView[]> {
  return selectReviews(context.db, and(visible, eq(reviews.resourceType, type)));
}

/** Visible reviews whose text contains the words as they stand; none for an empty search. */
export async function searchReviews(context: Context, words: string): Promise<ReviewView[]> {
  const text = words.trim();
  if (text === "") return [];
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return selectReviews(context.db, and(visible, ilike(reviews.content, pattern)));
}

export function findReviewStats(context: Context, resourceId: string): Promise<ReviewStats> {
  return readStats(context.db, and(visible, eq(reviews.resourceId, resourceId)));
}

/** @throws AppError `forbidden`, `not_found`, or `conflict` when the person has reviewed it already. */
export async function createReview(
  context: Context,
  actor: Actor,
  input: CreateReviewInput,
): Promise<ReviewView> {
  const author = requireProfile(actor);
  await requireMayReview(context.db, author, input);
  const { reviewId, tags } = await context.db
    .transaction(async (tx) => {
      const [review] = await tx
        .insert(reviews)
        .values({ ...input, authorId: author.userId })
        .returning();
      if (!review) throw new Error("The review was not stored");
      return { reviewId: review.id, tags: await refreshRatings(tx, review) };
    })
    .catch((error: unknown) => {
      if (findBrokenConstraint(error) !== "reviews_once") throw error;
      throw new AppError("conflict", "You have already written a review. You can edit it.");
    });
  await context.purgePages(tags);
  return findReview(context, reviewId);
}

/** Changes one's own review. @throws AppError `not_found`, for another's review too. */
export async function updateReview(
  context: Context,
  actor: Actor,
  reviewId: string,
  input: UpdateReviewInput,
): Promise<ReviewView> {
  const tags = await context.db.transaction(async (tx) => {
    const [review] = await tx
      .update(reviews)
      .set({ ...input, updatedAt: new Date() })
      .where(and(eq(reviews.id, reviewId), eq(reviews.authorId, actor.userId)))
      .returning();
    if (!review) throw noReview();
    return refreshRatings(tx, review);
  });
  await context.purgePages(tags);
  return findReview(context, reviewId);
}

/** Deletes one's own review. @throws AppError `not_found`, for another's review too. */
export async function deleteReview(
  context: Context,
  actor: Actor,
  reviewId: string,
): Promise<void> {
  const tags = await context.db.transaction(async (tx) => {
    const [review] = await tx
      .delete(reviews)
      .where(and(eq(reviews.id, reviewId), eq(reviews.authorId, actor.userId)))
      .returning();
    if (!review) throw noReview();
    return refreshRatings(tx, review);
  });
  await context.purgePages(tags);
}

/** Sets the mark, or takes it away if it is set. @returns whether it is set now, and how many are. */
export async function toggleReviewMark(
  context: Context,
  actor: Actor,
  reviewId: string,
  kind: "report" | "helpful",
): Promise<{ marked: boolean; count: number }> {
  const { tags, ...result } = await context.db.transaction(async (tx) => {
    const [review] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), visible))
      .for("update");
    if (!review) throw noReview();
    if (review.authorId === actor.userId) {
      throw new AppError("forbidden", "This is your own review.");
    }
    const own = and(
      eq(reviewMarks.reviewId, reviewId),
      eq(reviewMarks.userId, actor.userId),
      eq(reviewMarks.kind, kind),
    );
    const removed = await tx.delete(reviewMarks).where(own).returning();
    const marked = removed.length === 0;
    if (marked) await tx.insert(reviewMarks).values({ reviewId, userId: actor.userId, kind });
    const marks = await tx.$count(
      reviewMarks,
      and(eq(reviewMarks.reviewId, reviewId), eq(reviewMarks.kind, kind)),
    );
    const hides = kind === "report" && marks >= reportsThatHide;
    if (hides) {
      await tx.update(reviews).set({ hiddenAt: new Date() }).where(eq(reviews.id, reviewId));
    }
    return { marked, count: marks, tags: hides ? await refreshRatings(tx, review) : [] };
  });
  if (tags.length > 0) await context.purgePages(tags);
  return result;
}

async function findReview(context: Context, reviewId: string): Promise<ReviewView> {
  const [review] = await selectReviews(context.db, eq(reviews.id, reviewId));
  if (!review) throw noReview();
  return review;
}
