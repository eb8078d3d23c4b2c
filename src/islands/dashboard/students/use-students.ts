import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchOwnStudents } from "#lib/enrollments/own-students.calls.ts";
import type { OwnStudentsQuery } from "#lib/enrollments/own-students.ts";

export const studentsKey = "own-students";

/**
 * One page of the teacher's students. The previous page stays visible until the next has loaded.
 */
export function useStudents(query: OwnStudentsQuery) {
  return useQuery(
    {
      queryKey: [studentsKey, query],
      queryFn: () => fetchOwnStudents(query),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
}
