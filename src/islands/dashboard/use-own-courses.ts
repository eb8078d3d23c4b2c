import { useQuery } from "@tanstack/react-query";
import { fetchStudentCourses, fetchTeacherCourses } from "#lib/client/courses.calls.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { queryClient } from "#lib/client/query-client.ts";

/** The courses of the person: own ones of a teacher, enrolled ones of a student. */
export function useOwnCourses({ _id, role }: Pick<Profile, "_id" | "role">) {
  return useQuery(
    {
      queryKey: [role === "teacher" ? "teacher-courses" : "student-courses"],
      queryFn: () => (role === "teacher" ? fetchTeacherCourses() : fetchStudentCourses(_id)),
    },
    queryClient,
  );
}
