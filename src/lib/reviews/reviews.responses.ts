/** Responses of the review service. */
import * as z from "zod/mini";
import { reviewResourceTypes } from "./reviews.rules.ts";

export const reviewSchema = z.object({
  _id: z.string(),
  /** The author's user ID, which leads to the public profile. Null for minors. */
  authorId: z.nullable(z.string()),
  authorName: z.string(),
  authorImageUrl: z.nullable(z.string()),
  resourceType: z.enum(reviewResourceTypes),
  resourceId: z.string(),
  rating: z.int(),
  content: z.string(),
  helpfulCount: z.int(),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
});
export type Review = z.output<typeof reviewSchema>;

export const reviewsSchema = z.array(reviewSchema);

/**
 * shown: visible to everyone; waiting: hidden after reports until staff decide; removed: by staff.
 */
const reviewState = z.enum(["shown", "waiting", "removed"]);
export type ReviewState = z.output<typeof reviewState>;

/** A user's own review and marks for one course, one teacher or the app. */
export const ownReviewsSchema = z.object({
  review: z.nullable(z.extend(reviewSchema, { state: reviewState })),
  /** Whether the user can write a review. */
  mayWrite: z.boolean(),
  /** Why the user can't write a review; null if the user can or already has. */
  refusal: z.nullable(z.string()),
  /** IDs of the reviews that the user marked as helpful, or reported. */
  helpful: z.array(z.string()),
  reported: z.array(z.string()),
});
export type OwnReviews = z.output<typeof ownReviewsSchema>;

export const reviewStatsSchema = z.object({
  total: z.int(),
  average: z.number(),
  /** The number of reviews for each rating. */
  distribution: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
});
export type ReviewStats = z.output<typeof reviewStatsSchema>;

/** Whether the user has marked the review, and how many users have. */
export const reviewMarkSchema = z.object({ marked: z.boolean(), count: z.int() });
export type Mark = z.output<typeof reviewMarkSchema>;
