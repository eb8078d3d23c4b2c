import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
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
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
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

const documented = (summary: string) => describeRoute({ tags: ["reviews"], summary });
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
    .get("/resource/type", documented("Reviews of the app"), async (c) =>
      ok(c, await listReviewsByType(context, defaultReviewResourceType)),
    )
    .get(
      "/resource/type/:type",
      documented("Reviews of one type, newest first"),
      validate("param", typeParam),
      async (c) => ok(c, await listReviewsByType(context, c.req.valid("param").type)),
    )
    .get("/resource/:id", documented("Reviews of one resource, newest first"), async (c) =>
      ok(c, await listReviewsOf(context, c.req.param("id"))),
    )
    .get("/resource/:id/stats", documented("Number, mean and distribution of ratings"), async (c) =>
      ok(c, await findReviewStats(context, c.req.param("id"))),
    )
    .get(
      "/search",
      documented("Reviews whose text contains the words"),
      validate("query", searchQuery),
      async (c) => ok(c, await searchReviews(context, c.req.valid("query").q ?? "")),
    )
    .post(
      "/",
      documented("Write a review"),
      signedIn,
      validate("json", createReviewInput),
      async (c) => created(c, await createReview(context, c.var.actor, c.req.valid("json"))),
    )
    .patch(
      "/:id",
      documented("Change one's own review"),
      signedIn,
      validate("json", updateReviewInput),
      async (c) =>
        ok(c, await updateReview(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .delete("/:id", documented("Delete one's own review"), signedIn, async (c) => {
      await deleteReview(context, c.var.actor, c.req.param("id"));
      return ok(c, null, { message: "Review deleted successfully" });
    })
    .post("/:id/report", documented("Report a review, or take that back"), signedIn, async (c) =>
      ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "report")),
    )
    .post(
      "/:id/helpful",
      documented("Mark a review as helpful, or take that back"),
      signedIn,
      async (c) =>
        ok(c, await toggleReviewMark(context, c.var.actor, c.req.param("id"), "helpful")),
    );
}
