import { and, eq, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { OwnReviews } from "#lib/reviews/reviews.responses.ts";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { reviewMarks, reviews } from "../db/tables/reviews.table.ts";
import { requireMayReview } from "./may-review.ts";
import { findOwnRow, isOwnOf, isWithdrawn } from "./own-review-row.ts";
import { ofResource, onTeachersPage } from "./resource.ts";
import { selectReviews, stateOf } from "./review.view.ts";
import { reviewMessages } from "./review-messages.ts";

/**
 * The actor's relation to the reviews of a resource: their own review, whether they may write one,
 * and their marks on other people's reviews. For a teacher, this includes marks on all reviews that
 * the teacher's page shows.
 */
export async function findOwnReviews(
  { db }: Context,
  actor: Actor,
  reviewed: Reviewed,
): Promise<OwnReviews> {
  const { resourceType, resourceId } = reviewed;
  const ofPage = resourceType === "teacher" ? onTeachersPage(db, resourceId) : ofResource(reviewed);
  const [own, cause, marks] = await Promise.all([
    findOwnReview(db, actor, reviewed),
    findRefusal(db, actor, reviewed),
    listMarks(db, actor, ofPage),
  ]);
  const isGone = own === "withdrawn";
  const review = isGone ? null : own;
  const refusal = isGone ? reviewMessages.noOther : cause;
  const marked = (wanted: string) =>
    marks.filter(({ kind }) => kind === wanted).map(({ reviewId }) => reviewId);
  return {
    review,
    mayWrite: review === null && refusal === null,
    refusal,
    helpful: marked("helpful"),
    reported: marked("report"),
  };
}

async function findOwnReview(
  db: Db,
  actor: Actor,
  reviewed: Reviewed,
): Promise<OwnReviews["review"] | "withdrawn"> {
  const [row, [review]] = await Promise.all([
    findOwnRow(db, actor, reviewed),
    selectReviews(db, isOwnOf(actor, reviewed), { limit: 1 }),
  ]);
  if (row && isWithdrawn(row)) return "withdrawn";
  return row && review ? { ...review, state: stateOf(row) } : null;
}

async function findRefusal(db: Db, actor: Actor, reviewed: Reviewed): Promise<string | null> {
  try {
    await requireMayReview(db, requireProfile(actor), reviewed);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden") return error.message;
    throw error;
  }
}

function listMarks(db: Db, actor: Actor, ofPage: SQL | undefined) {
  return db
    .select({ reviewId: reviewMarks.reviewId, kind: reviewMarks.kind })
    .from(reviewMarks)
    .innerJoin(reviews, eq(reviews.id, reviewMarks.reviewId))
    .where(and(eq(reviewMarks.userId, actor.userId), ofPage));
}
