/** Comments on a course, for its members. */
import * as z from "zod/mini";
import { getTexts } from "#translations/comments.ts";
import { requiredProse } from "../text/text-schemas.ts";
import { commentMessages, maxCommentLength } from "./comments.rules.ts";

const t = getTexts("comments");

export const commentPageSize = 10;
/** The maximum number of comments that a person can write in ten minutes, and in a day. */
export const commentsPerTenMinutes = 10;
export const commentsPerDay = 200;

export const createCommentInput = z.object({
  content: requiredProse(maxCommentLength, () => commentMessages.empty),
  /** Chosen by the client for each comment. A repeated request with the same ID has no effect. */
  clientId: z.optional(
    z
      .string({ error: () => t("server.idMissing") })
      .check(z.regex(/^[\w-]{8,64}$/, { error: () => t("server.idMalformed") })),
  ),
});
export type CreateCommentInput = z.output<typeof createCommentInput>;

export const hideCommentInput = z.object({
  hidden: z.boolean({ error: () => t("server.hide") }),
});

/** Selects comments with a number lower than `before`. */
export const commentsQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), commentPageSize),
});
export type CommentsQuery = z.output<typeof commentsQuery>;
