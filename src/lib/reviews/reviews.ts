/** Reviews of the app, of courses and of teachers. */
import * as z from "zod/mini";
import { pagingQuery } from "../paging/paging.ts";
import { requiredProse } from "../text/text-schemas.ts";
import { defaultReviewResourceType, highestRating, reviewResourceTypes } from "./reviews.rules.ts";

/**
 * The number of reports after which staff must decide about a review. If the reporters attended a
 * class of the reviewed course or teacher, the review is hidden until then.
 */
export const reportsThatHide = 3;
export const maxReviewLength = 2000;

const rating = z
  .number("Please give a rating from 1 to 5")
  .check(
    z.int("Please give a rating from 1 to 5"),
    z.minimum(1, "Please give a rating from 1 to 5"),
    z.maximum(highestRating, "Please give a rating from 1 to 5"),
  );

const content = requiredProse(maxReviewLength, "Please write your review");

const resource = {
  resourceId: z.string("Resource is required").check(z.minLength(1), z.maxLength(64)),
  resourceType: z._default(z.enum(reviewResourceTypes), defaultReviewResourceType),
};

export const createReviewInput = z.object({ ...resource, rating, content });
export type CreateReviewInput = z.output<typeof createReviewInput>;

export const updateReviewInput = z.partial(z.object({ rating, content }));
export type UpdateReviewInput = z.output<typeof updateReviewInput>;

/** The reviewed resource. */
export const reviewedQuery = z.object(resource);
export type Reviewed = z.output<typeof reviewedQuery>;

export const reviewSorts = ["newest", "helpful", "highest", "lowest"] as const;
export type ReviewSort = (typeof reviewSorts)[number];
export const reviewSortLabels: Record<ReviewSort, string> = {
  newest: "Newest",
  helpful: "Most helpful",
  highest: "Highest rating",
  lowest: "Lowest rating",
};

export const maxReviews = 100;
/** Query parameters of a list of reviews. By default, the newest hundred are returned. */
export const reviewsQuery = z.object({
  ...pagingQuery(maxReviews),
  sort: z.optional(z.enum(reviewSorts)),
});
export type ReviewsQuery = z.output<typeof reviewsQuery>;

/** Staff decisions about a reported review. */
export const decideReviewInput = z.object({
  decision: z.enum(["show", "remove"], "Please choose whether to keep or remove the review."),
});
export type ReviewDecision = z.output<typeof decideReviewInput>["decision"];
