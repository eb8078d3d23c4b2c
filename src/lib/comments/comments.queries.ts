/** The query for a course's comments, and functions that update it after a change. */
import { infiniteQueryOptions, queryClient } from "../client/query-client.ts";
import { fetchComments } from "./comments.calls.ts";
import type { Comment, CommentPage } from "./comments.responses.ts";

/**
 * The loaded comments of a course, newest first. The page parameter is the number of the oldest
 * loaded comment.
 */
export const commentsOptions = (courseId: string) =>
  infiniteQueryOptions({
    queryKey: ["comments", courseId],
    queryFn: ({ pageParam }) => fetchComments(courseId, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ comments, hasMore }) => (hasMore ? comments.at(-1)?.seq : undefined),
  });

function changePages(
  courseId: string,
  change: (page: CommentPage, index: number) => CommentPage,
): void {
  queryClient.setQueryData(
    commentsOptions(courseId).queryKey,
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}

/** Adds a new comment at the top unless it is already there. */
export function putNewComment(courseId: string, comment: Comment): void {
  changePages(courseId, (page, index) => {
    if (index > 0 || page.comments.some(({ _id }) => _id === comment._id)) return page;
    return { ...page, comments: [comment, ...page.comments], total: page.total + 1 };
  });
}

export function putChangedComment(courseId: string, comment: Comment): void {
  changePages(courseId, (page) => ({
    ...page,
    comments: page.comments.map((known) => (known._id === comment._id ? comment : known)),
  }));
}

export function dropComment(courseId: string, id: string): void {
  changePages(courseId, (page) => ({
    ...page,
    comments: page.comments.filter(({ _id }) => _id !== id),
    total: page.total - 1,
  }));
}
