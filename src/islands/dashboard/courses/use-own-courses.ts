import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import {
  type ApiCourse,
  fetchOwnCoursesFromList,
  fetchStudentCourses,
  fetchTeacherCourses,
} from "#lib/courses/courses.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";

type Person = Pick<Profile, "_id" | "role">;

const keyOf = ({ role }: Person) => [role === "teacher" ? "teacher-courses" : "student-courses"];

/** The person's courses: a teacher's own, or a student's enrolled ones. */
export function useOwnCourses({ _id, role }: Person) {
  return useQuery(
    {
      queryKey: keyOf({ _id, role }),
      queryFn: () => (role === "teacher" ? fetchTeacherCourses() : fetchStudentCourses(_id)),
    },
    queryClient,
  );
}

export type OwnCoursesQuery = ReturnType<typeof useOwnCourses>;

/** A fallback that gets them from the public course list and replaces the query's data. */
export function useAlternativeCourses(profile: Profile) {
  return useMutation(
    {
      mutationFn: () => fetchOwnCoursesFromList(profile),
      onSuccess: (found) => queryClient.setQueryData<ApiCourse[]>(keyOf(profile), found),
    },
    queryClient,
  );
}
