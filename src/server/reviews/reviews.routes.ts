import { Hono } from "hono";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import {
  ownReviewsSchema,
  reviewMarkSchema,
  reviewSchema,
  reviewStatsSchema,
  reviewsSchema,
} from "#lib/reviews/reviews.responses.ts";
import {
  appResourceId,
  defaultReviewResourceType,
  reviewResourceTypes,
} from "#lib/reviews/reviews.rules.ts";
import {
  createReviewInput,
  reviewedQuery,
  reviewsQuery,
  updateReviewInput,
} from "#lib/reviews/reviews.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { toggleReviewMark } from "./likes-and-reports.ts";
import { findOwnReviews } from "./own-reviews.ts";
import {
  findReviewStats,
  listReviewsByType,
  listReviewsOf,
  searchReviews,
} from "./review-lists.ts";
import { createReview, deleteReview, updateReview } from "./reviews.ts";

const t = getTexts("reviews");

const tag = "reviews";
const missing = "Review not found";
const one = { bearer: true, data: reviewSchema };
const many = { data: reviewsSchema };
const tooMany = { 429: "Too many requests" };
const marks = {
  bearer: true,
  data: reviewMarkSchema,
  refusals: { 403: "The user's own review", 404: missing, ...tooMany },
};
const searchQuery = z.extend(reviewsQuery, {
  q: z.optional(z.string().check(z.maxLength(200))),
});
const typeParam = z.object({
  type: z.enum(reviewResourceTypes, { error: () => t("server.unknownType") }),
});

/** The review service of section 7.5 of the specification. Every call has the app-id header. */
export function reviewRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      // In English, because only developers of clients read this message.
      if (c.req.header("app-id") !== appResourceId) {
        throw new AppError("invalid_input", "The app-id header is missing or wrong.");
      }
      return next();
    })
    .get(
      "/resource/type",
      documented(tag, "Reviews of the app", many),
      validate("query", reviewsQuery),
      async (c) =>
        ok(c, await listReviewsByType(context, defaultReviewResourceType, c.req.valid("query"))),
    )
    .get(
      "/resource/type/:type",
      documented(tag, "Reviews of one type, newest first unless sorted otherwise", many),
      validate("param", typeParam),
      validate("query", reviewsQuery),
      async (c) => {
        const { type } = c.req.valid("param");
        return ok(c, await listReviewsByType(context, type, c.req.valid("query")));
      },
    )
    .get(
      "/resource/:id",
      documented(tag, "Reviews of one resource, newest first unless sorted otherwise", many),
      validate("query", reviewsQuery),
      async (c) => ok(c, await listReviewsOf(context, c.req.param("id"), c.req.valid("query"))),
    )
    .get(
      "/resource/:id/stats",
      documented(tag, "Number, mean and distribution of ratings", { data: reviewStatsSchema }),
      async (c) => ok(c, await findReviewStats(context, c.req.param("id"))),
    )
    .get(
      "/own",
      documented(
        tag,
        "The user's own review of a resource, and the user's marks on other reviews",
        {
          bearer: true,
          data: ownReviewsSchema,
          refusals: { 404: "Nothing to review" },
        },
      ),
      signedIn,
      validate("query", reviewedQuery),
      async (c) => ok(c, await findOwnReviews(context, c.var.actor, c.req.valid("query"))),
    )
    .get(
      "/search",
      documented(tag, "Search reviews by text", many),
      validate("query", searchQuery),
      async (c) => {
        const { q = "", ...query } = c.req.valid("query");
        return ok(c, await searchReviews(context, q, query));
      },
    )
    .post(
      "/",
      documented(tag, "Write a review", {
        ...one,
        successes: { 201: "Created" },
        refusals: {
          403: "Has not attended a class",
          404: "Nothing to review",
          409: "Already reviewed",
        },
      }),
      signedIn,
      validate("json", createReviewInput),
      async (c) => created(c, await createReview(context, c.var.actor, c.req.valid("json"))),
    )
    .patch(
      "/:id",
      documented(tag, "Update the user's own review", {
        ...one,
        refusals: { 404: missing, 409: "Hidden after reports", ...tooMany },
      }),
      signedIn,
      validate("json", updateReviewInput),
      async (c) =>
        ok(c, await updateReview(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .delete(
      "/:id",
      documented(tag, "Delete the user's own review", {
        bearer: true,
        data: noData,
        refusals: { 404: missing },
      }),
      signedIn,
      async (c) => {
        await deleteReview(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: t("server.deleted") });
      },
    )
    .post(
      "/:id/report",
      documented(tag, "Report a review, or withdraw the report", marks),
      signedIn,
      async (c) => ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "report")),
    )
    .post(
      "/:id/helpful",
      documented(tag, "Mark a review as helpful, or remove the mark", marks),
      signedIn,
      async (c) =>
        ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "helpful")),
    );
}
