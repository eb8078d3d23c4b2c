/** Comments under a course, kept for those who take part in it. */
import * as z from "zod/mini";
import { requiredProse } from "../text/text-schemas.ts";

export const commentPageSize = 10;
export const maxCommentLength = 2000;
/** How many comments a person may write in ten minutes. */
export const commentsPerTenMinutes = 10;

export interface Comment {
  _id: string;
  courseId: string;
  /** The comment's number in its course; newer ones have higher numbers. */
  seq: number;
  author: { _id: string; name: string; profileImageUrl: string | null; isTeacher: boolean };
  content: string;
  /** Instant in ISO 8601, UTC. */
  createdAt: string;
  /** Whether the teacher has hidden it: then only the teacher and its author still see it. */
  hidden: boolean;
}

/** A stretch of a course's comments, newest first. */
export interface CommentPage {
  comments: Comment[];
  /** All that the reader may see. */
  total: number;
  /** Whether there are older ones. */
  hasMore: boolean;
  /** Whether new ones are taken: those of an archived course are read only. */
  open: boolean;
}

export const commentTexts = {
  locked: "You must be enrolled in this course to leave comments",
  closed: "This course is archived: its comments can be read, but not added to.",
  missing: "Comment not found",
  empty: "Please write a comment.",
} as const;

export const createCommentInput = z.object({
  content: requiredProse(maxCommentLength, commentTexts.empty),
  /** Chosen by the writer for each comment: sending it again under the same one changes nothing. */
  clientId: z.optional(
    z
      .string("Please name the comment.")
      .check(z.regex(/^[\w-]{8,64}$/, "Please name the comment with 8 to 64 letters.")),
  ),
});
export type CreateCommentInput = z.output<typeof createCommentInput>;

export const hideCommentInput = z.object({
  hidden: z.boolean("Please say whether the comment is to be hidden."),
});

/** Comments older than the number `before`. */
export const commentsQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), commentPageSize),
});
export type CommentsQuery = z.output<typeof commentsQuery>;
