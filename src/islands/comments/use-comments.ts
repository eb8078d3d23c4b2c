import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchComments } from "#lib/comments/comments.calls.ts";
import type { Comment, CommentPage } from "#lib/comments/comments.ts";

type Pages = InfiniteData<CommentPage, number | undefined>;

/** Polling interval for new comments, in milliseconds. */
const lookAgainAfter = 60_000;

const keyOf = (courseId: string) => ["comments", courseId] as const;

/** The loaded comments of a course, newest first. */
export function useComments(courseId: string) {
  return useInfiniteQuery(
    {
      queryKey: keyOf(courseId),
      queryFn: ({ pageParam }) => fetchComments(courseId, pageParam),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ comments, hasMore }) => (hasMore ? comments.at(-1)?.seq : undefined),
      refetchInterval: lookAgainAfter,
    },
    queryClient,
  );
}

function change(courseId: string, update: (page: CommentPage, index: number) => CommentPage): void {
  queryClient.setQueryData<Pages>(
    keyOf(courseId),
    (data) => data && { ...data, pages: data.pages.map(update) },
  );
}

/** Adds a new comment at the top unless it is already there. */
export function showWritten(courseId: string, comment: Comment): void {
  change(courseId, (page, index) => {
    if (index > 0 || page.comments.some(({ _id }) => _id === comment._id)) return page;
    return { ...page, comments: [comment, ...page.comments], total: page.total + 1 };
  });
}

export function showDeleted(courseId: string, id: string): void {
  change(courseId, (page) => ({
    ...page,
    comments: page.comments.filter(({ _id }) => _id !== id),
    total: page.total - 1,
  }));
}

export function showChanged(courseId: string, comment: Comment): void {
  change(courseId, (page) => ({
    ...page,
    comments: page.comments.map((known) => (known._id === comment._id ? comment : known)),
  }));
}
