/** The shapes of reviews for /api/openapi.json. */
import * as z from "zod/mini";
import { reviewResourceTypes } from "#lib/reviews.ts";
import type { ReviewView } from "./review.view.ts";
import type { ReviewStats } from "./review-stats.ts";

const text = z.string();
const number = z.int();

export const reviewData: z.ZodMiniType<ReviewView> = z.object({
  _id: text,
  authorId: text,
  authorName: text,
  authorImageUrl: z.nullable(text),
  resourceType: z.enum(reviewResourceTypes),
  resourceId: text,
  rating: number,
  content: text,
  helpfulCount: number,
  createdAt: text,
  updatedAt: z.nullable(text),
});

export const reviewsData = z.array(reviewData);

export const statsData: z.ZodMiniType<ReviewStats> = z.object({
  total: number,
  average: z.number(),
  distribution: z.object({ 1: number, 2: number, 3: number, 4: number, 5: number }),
});

export const markData = z.object({ marked: z.boolean(), count: number });
