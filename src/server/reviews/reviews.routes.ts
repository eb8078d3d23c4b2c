import { Hono } from "hono";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import {
  appResourceId,
  createReviewInput,
  defaultReviewResourceType,
  reviewResourceTypes,
  updateReviewInput,
} from "#lib/reviews.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { authenticate } from "../http/authenticate.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { markData, reviewData, reviewsData, statsData } from "./reviews.docs.ts";
import {
  createReview,
  deleteReview,
  findReviewStats,
  listReviewsByType,
  listReviewsOf,
  searchReviews,
  toggleReviewMark,
  updateReview,
} from "./reviews.ts";

const tag = "reviews";
const missing = "No such review";
const one = { bearer: true, data: reviewData };
const many = { data: reviewsData };
const marks = { bearer: true, data: markData, refusals: { 403: "One's own review", 404: missing } };
const searchQuery = z.object({ q: z.optional(z.string().check(z.maxLength(200))) });
const typeParam = z.object({ type: z.enum(reviewResourceTypes, "There are no such reviews.") });

/** The review service of the specification's section 7.5; every call carries the app-id header. */
export function reviewRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      if (c.req.header("app-id") !== appResourceId) {
        throw new AppError("invalid_input", "The app-id header is missing or wrong.");
      }
      return next();
    })
    .get("/resource/type", documented(tag, "Reviews of the app", many), async (c) =>
      ok(c, await listReviewsByType(context, defaultReviewResourceType)),
    )
    .get(
      "/resource/type/:type",
      documented(tag, "Reviews of one type, newest first", many),
      validate("param", typeParam),
      async (c) => ok(c, await listReviewsByType(context, c.req.valid("param").type)),
    )
    .get(
      "/resource/:id",
      documented(tag, "Reviews of one resource, newest first", many),
      async (c) => ok(c, await listReviewsOf(context, c.req.param("id"))),
    )
    .get(
      "/resource/:id/stats",
      documented(tag, "Number, mean and distribution of ratings", { data: statsData }),
      async (c) => ok(c, await findReviewStats(context, c.req.param("id"))),
    )
    .get(
      "/search",
      documented(tag, "Reviews whose text contains the words", many),
      validate("query", searchQuery),
      async (c) => ok(c, await searchReviews(context, c.req.valid("query").q ?? "")),
    )
    .post(
      "/",
      documented(tag, "Write a review", {
        ...one,
        successes: { 201: "Created" },
        refusals: { 403: "Has not taken part", 404: "Nothing to review", 409: "Written already" },
      }),
      signedIn,
      validate("json", createReviewInput),
      async (c) => created(c, await createReview(context, c.var.actor, c.req.valid("json"))),
    )
    .patch(
      "/:id",
      documented(tag, "Change one's own review", { ...one, refusals: { 404: missing } }),
      signedIn,
      validate("json", updateReviewInput),
      async (c) =>
        ok(c, await updateReview(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .delete(
      "/:id",
      documented(tag, "Delete one's own review", {
        bearer: true,
        data: z.null(),
        refusals: { 404: missing },
      }),
      signedIn,
      async (c) => {
        await deleteReview(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: "Review deleted successfully" });
      },
    )
    .post(
      "/:id/report",
      documented(tag, "Report a review, or take that back", marks),
      signedIn,
      async (c) => ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "report")),
    )
    .post(
      "/:id/helpful",
      documented(tag, "Mark a review as helpful, or take that back", marks),
      signedIn,
      async (c) =>
        ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "helpful")),
    );
}
