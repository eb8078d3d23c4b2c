import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnCoursesFromList } from "#lib/courses/own-courses.calls.ts";
import { ownCoursesOptions, putOwnCourses } from "#lib/courses/own-courses.queries.ts";
import type { Profile } from "#lib/people/profile.store.ts";

/** The user's courses: those taught by a teacher, or those in which a student is enrolled. */
export function useOwnCourses(person: Pick<Profile, "_id" | "role">) {
  return useQuery(ownCoursesOptions(person), queryClient);
}

export type OwnCoursesQuery = ReturnType<typeof useOwnCourses>;

/** A fallback that fetches the courses from the public list and replaces the query's data. */
export function useAlternativeCourses(profile: Profile) {
  return useMutation(
    {
      mutationFn: () => fetchOwnCoursesFromList(profile),
      onSuccess: (found) => putOwnCourses(profile, found),
    },
    queryClient,
  );
}
