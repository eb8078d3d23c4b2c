/** Limits and messages of comments that islands need without the schemas. */

export const maxCommentLength = 2000;

export const commentMessages = {
  locked: "You must be enrolled in this course to leave comments",
  closed: "This course is archived. You can read its comments, but not add new ones.",
  missing: "Comment not found",
  empty: "Please write a comment.",
} as const;
