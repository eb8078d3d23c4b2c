/** Reviews of the app, of courses and of teachers. */
import * as z from "zod/mini";
import { requiredProse } from "./text.ts";

export const reviewResourceTypes = ["app", "course", "teacher"] as const;
export type ReviewResourceType = (typeof reviewResourceTypes)[number];
export const defaultReviewResourceType: ReviewResourceType = "app";

/** The id under which the app itself is reviewed, and the `app-id` header that calls carry. */
export const appResourceId = "halaqa";

/** Reviews that so many people report are hidden until somebody has looked at them. */
export const reportsThatHide = 3;

const rating = z
  .number("Please give a rating from 1 to 5")
  .check(
    z.int("Please give a rating from 1 to 5"),
    z.minimum(1, "Please give a rating from 1 to 5"),
    z.maximum(5, "Please give a rating from 1 to 5"),
  );

const content = requiredProse(2000, "Please write your review");

export const createReviewInput = z.object({
  resourceId: z.string("Resource is required").check(z.minLength(1), z.maxLength(64)),
  resourceType: z._default(z.enum(reviewResourceTypes), defaultReviewResourceType),
  rating,
  content,
});
export type CreateReviewInput = z.output<typeof createReviewInput>;

export const updateReviewInput = z.partial(z.object({ rating, content }));
export type UpdateReviewInput = z.output<typeof updateReviewInput>;
