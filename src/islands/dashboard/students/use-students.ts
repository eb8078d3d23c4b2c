import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchTeacherStudents } from "#lib/enrollments/teacher-students.calls.ts";
import type { TeacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";

export const studentsKey = "teacher-students";

/**
 * One page of the teacher's students. The previous page stays visible until the next has loaded.
 */
export function useStudents(query: TeacherStudentsQuery) {
  return useQuery(
    {
      queryKey: [studentsKey, query],
      queryFn: () => fetchTeacherStudents(query),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}
