/** Queries for the lesson log, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchRecitations, fetchStudentsWithProgress, type SeatKey } from "./recitations.calls.ts";

/** The students of the teacher's own course with their latest lessons. */
export const studentsWithProgressOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["recitations", "students", courseId],
    queryFn: () => fetchStudentsWithProgress(courseId),
  });

const logKey = ({ courseId, studentId }: SeatKey) =>
  ["recitations", "log", courseId, studentId] as const;

/** One page of a student's lessons in a course. */
export const recitationLogOptions = (seat: SeatKey, page: number) =>
  queryOptions({
    queryKey: [...logKey(seat), page],
    queryFn: () => fetchRecitations(seat, page),
  });

/** Refetches all pages of the student's log. */
export const refreshRecitationLog = (seat: SeatKey) =>
  queryClient.invalidateQueries({ queryKey: logKey(seat) });
