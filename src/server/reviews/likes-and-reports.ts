/** Marks that people put on other people's reviews: "helpful", or a report to staff. */
import { and, eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Mark } from "#lib/reviews/reviews.responses.ts";
import { reportsThatHide } from "#lib/reviews/reviews.ts";
import { type Actor, requireProfile } from "../actor.ts";
import { openCase, withdrawReport } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { reviewMarks, reviews } from "../db/tables/reviews.table.ts";
import { transact } from "../db/transact.ts";
import { requestDecision } from "./decisions.ts";
import { countTrustedReports, isTrustedReporter } from "./may-review.ts";
import { refreshRatings } from "./ratings.ts";
import { findTeacherId, reviewPageTags } from "./resource.ts";
import { visible } from "./review.view.ts";
import { reviewMessages } from "./review-messages.ts";

const markLimit = { name: "review-marks", points: 120, duration: 60 * 60 };

/**
 * Staff are asked about a review at most once a day, however often reports are added and removed.
 */
const decisionRequestLimit = { name: "review-asked", points: 1, duration: 24 * 60 * 60 };

type Kind = (typeof reviewMarks.$inferSelect)["kind"];

interface Marked extends Mark {
  tags: string[];
  /** The review, if staff must be asked about it. */
  reported?: typeof reviews.$inferSelect;
}

/**
 * Sets the mark, or removes it if it is set. With enough reports, staff decide about a review. If
 * enough of the reporters attended a class before the review was written, it is hidden until the
 * decision. Text that staff have approved is neither hidden nor presented to staff again.
 *
 * @throws AppError `not_found`, including for hidden reviews; `forbidden` for the actor's own
 * review, and for helpful marks by people who aren't trusted; `rate_limited`.
 */
export async function toggleReviewMark(
  context: Context,
  actor: Actor,
  reviewId: string,
  kind: Kind,
): Promise<Mark> {
  const person = requireProfile(actor);
  await context.limits.consume(markLimit, actor.userId);
  if (kind === "helpful" && !(await isTrustedReporter(context.db, person))) {
    throw new AppError("forbidden", reviewMessages.noStanding);
  }
  const { tags, reported, ...mark } = await transact(context.db, async (tx): Promise<Marked> => {
    const [review] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), visible))
      .for("update");
    if (!review) throw new AppError("not_found", reviewMessages.missing);
    if (review.authorId === actor.userId) throw new AppError("forbidden", reviewMessages.own);
    const mark = await toggle(tx, { reviewId, userId: actor.userId, kind });
    if (kind === "helpful") {
      return { ...mark, tags: reviewPageTags(review, await findTeacherId(tx, review)) };
    }
    await syncCase(context, tx, review, actor.userId, mark.marked);
    const isDue = mark.marked && mark.count >= reportsThatHide && !review.clearedAt;
    if (!isDue) return { ...mark, tags: [] };
    if ((await countTrustedReports(tx, reviewId, review)) < reportsThatHide) {
      return { ...mark, tags: [], ...(mark.count === reportsThatHide && { reported: review }) };
    }
    const hiddenAt = new Date();
    await tx.update(reviews).set({ hiddenAt }).where(eq(reviews.id, reviewId));
    await requestDecision(context, tx, { ...review, hiddenAt });
    return { ...mark, tags: await refreshRatings(tx, review) };
  });
  if (reported && (await context.limits.tryConsume(decisionRequestLimit, reviewId))) {
    await requestDecision(context, context.db, reported);
  }
  if (tags.length > 0) await context.purgePages(tags);
  return mark;
}

/** Adds the report to the review's case or withdraws it. Approved text needs no other decision. */
async function syncCase(
  context: Context,
  tx: Db,
  { id, clearedAt }: typeof reviews.$inferSelect,
  userId: string,
  isReported: boolean,
): Promise<void> {
  const subject = { kind: "review", id } as const;
  if (!isReported) return withdrawReport(tx, subject, userId);
  if (clearedAt) return;
  const reporter = { kind: "member", userId } as const;
  await openCase(context, tx, { subject, category: null, details: "", reporter });
}

/** The review must be locked. */
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
