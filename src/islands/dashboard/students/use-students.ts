import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { teacherStudentsOptions } from "#lib/enrollments/teacher-students.queries.ts";
import type { TeacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";

/**
 * One page of the teacher's students. The previous page stays visible until the next has loaded.
 */
export function useStudents(query: TeacherStudentsQuery) {
  return useQuery(
    { ...teacherStudentsOptions(query), placeholderData: keepPreviousData },
    queryClient,
  );
}
