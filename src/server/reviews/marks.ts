/** What people mark on the reviews of others: as helpful, or for the team to look at. */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { reportsThatHide, reviewTexts } from "#lib/reviews.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { askTeam } from "./decisions.ts";
import { refreshRatings } from "./ratings.ts";
import { findTeacherId, wordTags } from "./resource.ts";
import { visible } from "./review.view.ts";
import { reviewMarks, reviews } from "./reviews.table.ts";

const markLimit = { name: "review-marks", points: 120, duration: 60 * 60 };

type Kind = (typeof reviewMarks.$inferSelect)["kind"];

/** Whether the mark is set now, and how many are. */
export interface Mark {
  marked: boolean;
  count: number;
}

/**
 * Sets the mark, or takes it away if it is set. A review with enough reports is hidden and waits
 * for the team, unless the team has let these words stand before.
 * @throws AppError `not_found`, for hidden reviews too; `forbidden` on one's own; `rate_limited`.
 */
export async function toggleReviewMark(
  context: Context,
  actor: Actor,
  reviewId: string,
  kind: Kind,
): Promise<Mark> {
  await context.limits.consume(markLimit, actor.userId);
  const { tags, ...mark } = await transact(context.db, async (tx) => {
    const [review] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), visible))
      .for("update");
    if (!review) throw new AppError("not_found", reviewTexts.missing);
    if (review.authorId === actor.userId) throw new AppError("forbidden", reviewTexts.own);
    const mark = await toggle(tx, { reviewId, userId: actor.userId, kind });
    if (kind === "helpful") {
      return { ...mark, tags: wordTags(review, await findTeacherId(tx, review)) };
    }
    const hides = mark.marked && mark.count >= reportsThatHide && !review.clearedAt;
    if (!hides) return { ...mark, tags: [] };
    const hiddenAt = new Date();
    await tx.update(reviews).set({ hiddenAt }).where(eq(reviews.id, reviewId));
    await askTeam(context, tx, { ...review, hiddenAt });
    return { ...mark, tags: await refreshRatings(tx, review) };
  });
  if (tags.length > 0) await context.purgePages(tags);
  return mark;
}

/** Expects the review to be locked. */
async function toggle(
  tx: Db,
  mark: { reviewId: string; userId: string; kind: Kind },
): Promise<Mark> {
  const ofKind = and(eq(reviewMarks.reviewId, mark.reviewId), eq(reviewMarks.kind, mark.kind));
  const removed = await tx
    .delete(reviewMarks)
    .where(and(ofKind, eq(reviewMarks.userId, mark.userId)))
    .returning();
  const marked = removed.length === 0;
  if (marked) await tx.insert(reviewMarks).values(mark);
  return { marked, count: await tx.$count(reviewMarks, ofKind) };
}
