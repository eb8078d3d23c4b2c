/** The shapes of comments for /api/openapi.json. */
import * as z from "zod/mini";
import type { Comment, CommentPage } from "#lib/comments/comments.ts";

const text = z.string();

export const commentData: z.ZodMiniType<Comment> = z.object({
  _id: text,
  courseId: text,
  seq: z.int(),
  author: z.object({
    _id: text,
    name: text,
    profileImageUrl: z.nullable(text),
    isTeacher: z.boolean(),
  }),
  content: text,
  createdAt: text,
  hidden: z.boolean(),
});

export const commentPageData: z.ZodMiniType<CommentPage> = z.object({
  comments: z.array(commentData),
  total: z.int(),
  hasMore: z.boolean(),
  open: z.boolean(),
});
