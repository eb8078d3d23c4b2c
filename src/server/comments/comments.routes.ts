import { Hono } from "hono";
import type * as z from "zod/mini";
import { commentPageSchema, commentSchema } from "#lib/comments/comments.responses.ts";
import { commentsQuery, createCommentInput, hideCommentInput } from "#lib/comments/comments.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type CallDescription, documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { createComment, deleteComment, hideComment, listComments } from "./comments.ts";

const t = getTexts("comments");

/** Routes under /comments, for a course's teacher and enrolled students. */
export function commentRoutes(context: Context) {
  const doc = (
    summary: string,
    data: z.ZodMiniType,
    call: Omit<CallDescription, "data" | "bearer"> = {},
  ) => documented("comments", summary, { bearer: true, data, ...call });
  const outsider = { 403: "Not a member of the course" };
  return new Hono<AppEnv>()
    .use(authenticate(context))
    .get(
      "/course/:courseId",
      doc("Comments of a course, newest first", commentPageSchema, { refusals: outsider }),
      validate("query", commentsQuery),
      async (c) => {
        const courseId = c.req.param("courseId");
        return ok(c, await listComments(context, c.var.actor, courseId, c.req.valid("query")));
      },
    )
    .post(
      "/course/:courseId",
      doc("Post a comment; repeating it with the same clientId has no effect", commentSchema, {
        successes: { 200: "The comment was already posted", 201: "Posted" },
        refusals: { ...outsider, 409: "The course is archived", 429: "Too many comments" },
      }),
      validate("json", createCommentInput),
      async (c) => {
        const courseId = c.req.param("courseId");
        const input = c.req.valid("json");
        const written = await createComment(context, c.var.actor, courseId, input);
        return written.isNew ? created(c, written.comment) : ok(c, written.comment);
      },
    )
    .delete(
      "/:id",
      doc("Delete the user's own comment", noData, {
        refusals: { 404: "Not the user's own comment" },
      }),
      async (c) => {
        await deleteComment(context, c.var.actor, c.req.param("id"));
        return ok(c, null, { message: t("server.deleted") });
      },
    )
    .put(
      "/:id/hidden",
      doc("Hide a comment on the teacher's own course, or show it again", commentSchema, {
        refusals: { 404: "Not a comment on the teacher's own course" },
      }),
      validate("json", hideCommentInput),
      async (c) =>
        ok(
          c,
          await hideComment(context, c.var.actor, c.req.param("id"), c.req.valid("json").hidden),
        ),
    );
}
