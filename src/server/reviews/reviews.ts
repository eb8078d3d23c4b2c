/** Writing, changing and deleting one's own review. */
import { and, eq, type SQL } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Review } from "#lib/reviews/reviews.responses.ts";
import type { CreateReviewInput, UpdateReviewInput } from "#lib/reviews/reviews.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findBrokenConstraint } from "../db/failures.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { transact } from "../db/transact.ts";
import { requireMayReview } from "./may-review.ts";
import { requireNoOwnName } from "./own-name.ts";
import { findOwnRow, isWithdrawn } from "./own-review-row.ts";
import { refreshRatings } from "./ratings.ts";
import { selectReviews, stateOf } from "./review.view.ts";
import { reviewMessages } from "./review-messages.ts";

const changeLimit = { name: "review-changes", points: 30, duration: 60 * 60 };

const reviewNotFound = () => new AppError("not_found", reviewMessages.missing);

/**
 * @throws AppError `forbidden`, `not_found`, `conflict` if the person has already reviewed the
 * subject, or `invalid_input` if a minor's review contains the minor's name.
 */
export async function createReview(
  context: Context,
  actor: Actor,
  input: CreateReviewInput,
): Promise<Review> {
  const author = requireProfile(actor);
  await context.limits.consume(changeLimit, author.userId);
  await requireMayReview(context.db, author, input);
  await requireNoOwnName(context.db, author, input.content);
  const { reviewId, tags } = await transact(context.db, async (tx) => {
    const [review] = await tx
      .insert(reviews)
      .values({ ...input, authorId: author.userId })
      .returning();
    if (!review) throw new Error("The review was not stored");
    return { reviewId: review.id, tags: await refreshRatings(tx, review) };
  }).catch(async (error: unknown) => {
    if (findBrokenConstraint(error) !== "reviews_once") throw error;
    const own = await findOwnRow(context.db, actor, input);
    throw new AppError(
      "conflict",
      own?.removedAt ? reviewMessages.noOther : reviewMessages.written,
    );
  });
  await context.purgePages(tags);
  return findReview(context.db, reviewId);
}

const isOwn = (actor: Actor, reviewId: string): SQL | undefined =>
  and(eq(reviews.id, reviewId), eq(reviews.authorId, actor.userId));

/**
 * Changes the actor's own review. The changed text can be reported again.
 * @throws AppError `not_found`, including for other people's reviews; `conflict` if the review is
 * hidden or removed, so that staff don't decide about a text that they haven't read;
 * `invalid_input` if a minor's review contains the minor's name; `rate_limited`.
 */
export async function updateReview(
  context: Context,
  actor: Actor,
  reviewId: string,
  input: UpdateReviewInput,
): Promise<Review> {
  await context.limits.consume(changeLimit, actor.userId);
  if (input.content !== undefined) await requireNoOwnName(context.db, actor, input.content);
  const tags = await transact(context.db, async (tx) => {
    const own = isOwn(actor, reviewId);
    const [before] = await tx.select().from(reviews).where(own).for("update");
    if (!before) throw reviewNotFound();
    const state = stateOf(before);
    if (state !== "shown") throw new AppError("conflict", reviewMessages[state]);
    await tx
      .update(reviews)
      .set({ ...input, updatedAt: new Date(), clearedAt: null })
      .where(own);
    return refreshRatings(tx, before);
  });
  await context.purgePages(tags);
  return findReview(context.db, reviewId);
}

/**
 * Deletes the actor's own review. If staff have removed the review, only its text is deleted.
 * @throws AppError `not_found`, including for other people's reviews.
 */
export async function deleteReview(
  context: Context,
  actor: Actor,
  reviewId: string,
): Promise<void> {
  const tags = await transact(context.db, async (tx) => {
    const own = isOwn(actor, reviewId);
    const [review] = await tx.select().from(reviews).where(own).for("update");
    if (!review || isWithdrawn(review)) throw reviewNotFound();
    if (review.removedAt) await tx.update(reviews).set({ content: "" }).where(own);
    else await tx.delete(reviews).where(own);
    return refreshRatings(tx, review);
  });
  await context.purgePages(tags);
}

async function findReview(db: Db, reviewId: string): Promise<Review> {
  const [review] = await selectReviews(db, eq(reviews.id, reviewId));
  if (!review) throw reviewNotFound();
  return review;
}
