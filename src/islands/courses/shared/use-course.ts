import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { courseOptions } from "#lib/courses/courses.queries.ts";

/** The course being edited, fetched once for all islands of the page. */
export function useCourse(courseId: string, { enabled = true } = {}) {
  return useQuery(
    {
      ...courseOptions(courseId),
      enabled,
      // Never refetch, so that a new copy doesn't overwrite what is being typed.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
}
