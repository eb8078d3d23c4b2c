import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchOwnStudents } from "#lib/client/own-students.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { OwnStudentsQuery } from "#lib/own-students.ts";

export const studentsKey = "own-students";

/** One page of the teacher's students; the last one stays until the next has come. */
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
