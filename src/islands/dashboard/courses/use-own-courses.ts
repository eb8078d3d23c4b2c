import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnCoursesFromList } from "#lib/courses/courses.calls.ts";
import { ownCoursesOptions, putOwnCourses } from "#lib/courses/courses.queries.ts";
import type { Profile } from "#lib/people/profile.store.ts";

/** The person's courses: a teacher's own, or a student's enrolled ones. */
export function useOwnCourses(person: Pick<Profile, "_id" | "role">) {
  return useQuery(ownCoursesOptions(person), queryClient);
}

export type OwnCoursesQuery = ReturnType<typeof useOwnCourses>;

/** A fallback that gets them from the public course list and replaces the query's data. */
export function useAlternativeCourses(profile: Profile) {
  return useMutation(
    {
      mutationFn: () => fetchOwnCoursesFromList(profile),
      onSuccess: (found) => putOwnCourses(profile, found),
    },
    queryClient,
  );
}
