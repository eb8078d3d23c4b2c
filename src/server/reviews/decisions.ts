/**
 * Staff decisions about reported reviews, made through a link in an email that works only once. The
 * link is derived from the time at which the review was hidden, or otherwise from the time at which
 * its text was written, so that nothing has to be stored.
 */

import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import type { Review } from "#lib/reviews/reviews.responses.ts";
import type { ReviewDecision } from "#lib/reviews/reviews.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createAppealUrl } from "../cases/appeal-link.ts";
import { findInterested } from "../cases/interests.ts";
import { mailStaffAbout } from "../cases/mail-staff.ts";
import { settleCase } from "../cases/settle-case.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { reviewMarks, reviews } from "../db/tables/reviews.table.ts";
import { transact } from "../db/transact.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";
import { refreshRatings } from "./ratings.ts";
import { selectReviews } from "./review.view.ts";
import { reviewMessages } from "./review-messages.ts";
import { removalReason, removedMail, reportedMail } from "./reviews.mails.ts";

type ReviewRow = typeof reviews.$inferSelect;

type Reported = Pick<ReviewRow, "id" | "createdAt" | "updatedAt" | "hiddenAt">;

const decisionLink: LinkKind = {
  purpose: "review-decision",
  formerValue: (reviewId, state) => `${reviewId}:${state}`,
};

/**
 * The state that a link is signed for. After a decision the state is different, so each link works
 * only once.
 */
function stateOf({ hiddenAt, updatedAt, createdAt }: Reported): string {
  return hiddenAt ? `${hiddenAt.getTime()}` : `shown ${(updatedAt ?? createdAt).getTime()}`;
}

async function isTokenOf(config: Config, token: string, review: Reported): Promise<boolean> {
  // Tokens in older links don't contain the ID, but the URL does.
  const whole = token.includes(".") ? token : `${review.id}.${token}`;
  const opened = await openLink(config, decisionLink, whole, async (id) =>
    id === review.id ? { state: stateOf(review) } : undefined,
  );
  return opened !== undefined;
}

/**
 * Emails staff the review and the link. For a review that is being hidden, call this in the same
 * transaction.
 */
export async function requestDecision(context: Context, tx: Db, review: ReviewRow): Promise<void> {
  const token = await signLink(context.config, decisionLink, review.id, stateOf(review));
  const query = new URLSearchParams({ review: review.id, token });
  const url = `${context.config.appUrl}/reviews/decide?${query}`;
  const about = `review:${review.id}`;
  const { id, authorId } = review;
  const interestedIds = await findInterested(tx, { kind: "review", id }, authorId);
  const concerned = { id, aboutUserId: authorId, interestedIds };
  await mailStaffAbout(context, tx, concerned, [getSupportAddress()], (to) => ({
    ...reportedMail(to, review, url),
    notice: { sender: authorId, about, kind: "reported", lasting: true },
  }));
}

/**
 * The review that the link is about; undefined if a decision was made already, or the review
 * doesn't exist.
 */
export async function findPendingReview(
  context: Context,
  reviewId: string,
  token: string,
): Promise<Review | undefined> {
  const row = await findPending(context, context.db, reviewId, token);
  if (!row) return undefined;
  const [review] = await selectReviews(context.db, eq(reviews.id, row.id));
  return review;
}

async function findPending(
  { config }: Context,
  db: Db,
  reviewId: string,
  token: string,
  { lock = false } = {},
): Promise<ReviewRow | undefined> {
  const query = db
    .select()
    .from(reviews)
    .where(and(eq(reviews.id, reviewId), isNull(reviews.removedAt)));
  const [row] = lock ? await query.for("update") : await query;
  if (!row) return undefined;
  if (row.hiddenAt) return (await isForHidden(config, token, row)) ? row : undefined;
  return !row.clearedAt && (await isTokenOf(config, token, row)) ? row : undefined;
}

/** Also accepts a link that was made before the review was hidden. */
async function isForHidden(config: Config, token: string, review: ReviewRow): Promise<boolean> {
  return (
    (await isTokenOf(config, token, review)) ||
    isTokenOf(config, token, { ...review, hiddenAt: null })
  );
}

/**
 * Either shows the review (again) and deletes its reports, or removes it permanently and notifies
 * its author.
 * @throws AppError `gone` if a decision was made already, or the link is invalid.
 */
export async function decideReview(
  context: Context,
  reviewId: string,
  token: string,
  decision: ReviewDecision,
): Promise<void> {
  const tags = await transact(context.db, async (tx) => {
    const review = await findPending(context, tx, reviewId, token, { lock: true });
    if (!review) throw new AppError("gone", reviewMessages.decided);
    const subject = { kind: "review", id: reviewId } as const;
    if (decision === "show") {
      await settleCase(tx, subject, "show", null);
      return clearReview(tx, review);
    }
    await removeByLink(context, tx, review);
    return removeReview(tx, review);
  });
  await context.purgePages(tags);
}

/** Decides the review's case, and notifies the author, who can appeal. */
async function removeByLink(context: Context, tx: Db, review: ReviewRow): Promise<void> {
  const author = await findAuthor(tx, review.authorId);
  const language = author?.language ?? defaultLanguage;
  await runWithLanguage(language, async () => {
    const subject = { kind: "review", id: review.id } as const;
    const settled = await settleCase(tx, subject, "remove", removalReason());
    if (!author) return;
    const appeal = settled && (await createAppealUrl(context, settled.caseId, settled.decidedAt));
    await sendMail(context, tx, removedMail(author, review, appeal));
  });
}

/** The review with its row locked, for decisions in a case. */
export async function lockReview(tx: Db, reviewId: string): Promise<ReviewRow | undefined> {
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
  return review;
}

/**
 * Shows a review, whatever was decided before, and deletes its reports. The review must be locked.
 * @returns the tags of pages that must be purged after the commit.
 */
export async function clearReview(tx: Db, review: ReviewRow): Promise<string[]> {
  const { id } = review;
  await tx
    .update(reviews)
    .set({ hiddenAt: null, removedAt: null, clearedAt: new Date() })
    .where(eq(reviews.id, id));
  await tx
    .delete(reviewMarks)
    .where(and(eq(reviewMarks.reviewId, id), eq(reviewMarks.kind, "report")));
  return refreshRatings(tx, review);
}

/**
 * Removes a review from all pages and ratings. The review must be locked.
 * @returns the tags of pages that must be purged after the commit.
 */
export async function removeReview(tx: Db, review: ReviewRow): Promise<string[]> {
  const removedAt = new Date();
  await tx
    .update(reviews)
    .set({ removedAt, hiddenAt: review.hiddenAt ?? removedAt })
    .where(eq(reviews.id, review.id));
  return refreshRatings(tx, review);
}

async function findAuthor(
  tx: Db,
  userId: string,
): Promise<{ name: string; email: string; language: Language } | undefined> {
  const [author] = await tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return author;
}
