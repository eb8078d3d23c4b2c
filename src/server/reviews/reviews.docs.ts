/** The shapes of reviews for /api/openapi.json. */
import * as z from "zod/mini";
import { type OwnReviews, type Review, reviewResourceTypes } from "#lib/reviews/reviews.ts";
import type { Mark } from "./likes-and-reports.ts";
import type { ReviewStats } from "./review-stats.ts";

const text = z.string();
const number = z.int();

const review = {
  _id: text,
  authorId: z.nullable(text),
  authorName: text,
  authorImageUrl: z.nullable(text),
  resourceType: z.enum(reviewResourceTypes),
  resourceId: text,
  rating: number,
  content: text,
  helpfulCount: number,
  createdAt: text,
  updatedAt: z.nullable(text),
};

export const reviewData: z.ZodMiniType<Review> = z.object(review);
export const reviewsData = z.array(reviewData);

export const statsData: z.ZodMiniType<ReviewStats> = z.object({
  total: number,
  average: z.number(),
  distribution: z.object({ 1: number, 2: number, 3: number, 4: number, 5: number }),
});

export const markData: z.ZodMiniType<Mark> = z.object({ marked: z.boolean(), count: number });

export const ownReviewsData: z.ZodMiniType<OwnReviews> = z.object({
  review: z.nullable(z.object({ ...review, state: z.enum(["shown", "waiting", "removed"]) })),
  mayWrite: z.boolean(),
  refusal: z.nullable(text),
  helpful: z.array(text),
  reported: z.array(text),
});
