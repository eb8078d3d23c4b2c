import { useInfiniteQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { commentsOptions } from "#lib/comments/comments.queries.ts";

/** Polling interval for new comments, in milliseconds. */
const pollIntervalMs = 60_000;

/** The loaded comments of a course, newest first. */
export function useComments(courseId: string) {
  return useInfiniteQuery(
    { ...commentsOptions(courseId), refetchInterval: pollIntervalMs },
    queryClient,
  );
}
