/** Responses about the comments of a course. */
import * as z from "zod/mini";

export const commentSchema = z.object({
  _id: z.string(),
  courseId: z.string(),
  /** The comment's number in its course; newer ones have higher numbers. */
  seq: z.int(),
  author: z.object({
    _id: z.string(),
    name: z.string(),
    profileImageUrl: z.nullable(z.string()),
    isTeacher: z.boolean(),
  }),
  content: z.string(),
  /** ISO 8601 instant in UTC. */
  createdAt: z.string(),
  /**
   * Whether the teacher has hidden the comment. Only the teacher and the author see hidden
   * comments.
   */
  hidden: z.boolean(),
});
export type Comment = z.output<typeof commentSchema>;

/** A page of a course's comments, newest first. */
export const commentPageSchema = z.object({
  comments: z.array(commentSchema),
  /** The number of comments that the reader can see. */
  total: z.int(),
  /** Whether there are older comments. */
  hasMore: z.boolean(),
  /** Whether new comments are accepted. The comments of an archived course are read-only. */
  open: z.boolean(),
});
export type CommentPage = z.output<typeof commentPageSchema>;
