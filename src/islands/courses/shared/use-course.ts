import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchCourse } from "#lib/courses/courses.calls.ts";

/** A course that is being edited; islands of one page read it once. */
export function useCourse(courseId: string, { enabled = true } = {}) {
  return useQuery(
    {
      queryKey: ["course", courseId],
      queryFn: () => fetchCourse(courseId),
      enabled,
      // What is being typed is never replaced by a fresh copy.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
}
