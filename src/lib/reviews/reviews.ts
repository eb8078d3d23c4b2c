/** Reviews of the app, of courses and of teachers. */
import * as z from "zod/mini";
import { getTexts } from "#translations/reviews.ts";
import { pagingQuery } from "../paging/paging.ts";
import { requiredProse } from "../text/text-schemas.ts";
import { defaultReviewResourceType, highestRating, reviewResourceTypes } from "./reviews.rules.ts";

const t = getTexts("reviews");

/**
 * The number of reports after which staff must decide about a review. If the reporters attended a
 * class of the reviewed course or teacher, the review is hidden until then.
 */
export const reportsThatHide = 3;
export const maxReviewLength = 2000;

const invalidRating = { error: () => t("error.rating") };

const rating = z
  .number(invalidRating)
  .check(
    z.int(invalidRating),
    z.minimum(1, invalidRating),
    z.maximum(highestRating, invalidRating),
  );

const content = requiredProse(maxReviewLength, () => t("error.content"));

const resource = {
  resourceId: z.string({ error: () => t("error.resource") }).check(z.minLength(1), z.maxLength(64)),
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

export const maxReviews = 100;
/** Query parameters of a list of reviews. By default, the newest hundred are returned. */
export const reviewsQuery = z.object({
  ...pagingQuery(maxReviews),
  sort: z.optional(z.enum(reviewSorts)),
});
export type ReviewsQuery = z.output<typeof reviewsQuery>;

/** Staff decisions about a reported review. */
export const decideReviewInput = z.object({
  decision: z.enum(["show", "remove"], { error: () => t("server.decision") }),
});
export type ReviewDecision = z.output<typeof decideReviewInput>["decision"];
