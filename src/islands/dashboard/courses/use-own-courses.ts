import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import {
  fetchOwnCoursesFromList,
  fetchStudentCourses,
  fetchTeacherCourses,
  type WireCourse,
} from "#lib/courses/courses.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";

type Person = Pick<Profile, "_id" | "role">;

const keyOf = ({ role }: Person) => [role === "teacher" ? "teacher-courses" : "student-courses"];

/** The courses of the person: own ones of a teacher, enrolled ones of a student. */
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

/** Another way to them, out of the list that is everybody's; what it finds takes their place. */
export function useAlternativeCourses(profile: Profile) {
  return useMutation(
    {
      mutationFn: () => fetchOwnCoursesFromList(profile),
      onSuccess: (found) => queryClient.setQueryData<WireCourse[]>(keyOf(profile), found),
    },
    queryClient,
  );
}
