/** Queries for the lesson log, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import {
  fetchPreparation,
  fetchRecitations,
  fetchStudentsWithProgress,
  type SeatKey,
} from "./recitations.calls.ts";
import type { RecitationLog, RecitationView } from "./recitations.responses.ts";
import type { PassageQuery } from "./recitations.ts";

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

const preparationKey = ({ courseId, studentId }: SeatKey) =>
  ["recitations", "preparation", courseId, studentId] as const;

/** What a teacher needs to know before a student recites a passage. */
export const preparationOptions = (seat: SeatKey, passage: PassageQuery) =>
  queryOptions({
    queryKey: [...preparationKey(seat), passage],
    queryFn: () => fetchPreparation(seat, passage),
  });

/** Changes one page of the log, unless it isn't loaded. A request in progress can't undo this. */
export function changeRecitationLog(
  seat: SeatKey,
  page: number,
  change: (lessons: readonly RecitationView[]) => readonly RecitationView[],
): void {
  const { queryKey } = recitationLogOptions(seat, page);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<RecitationLog>(
    queryKey,
    (log) => log && { ...log, lessons: [...change(log.lessons)] },
  );
}

/** Refetches all pages of the student's log. */
export const refreshRecitationLog = (seat: SeatKey) =>
  queryClient.invalidateQueries({ queryKey: logKey(seat) });

/** Refetches everything that a new lesson changes, wherever it is shown. */
export async function refreshAfterLesson(seat: SeatKey): Promise<void> {
  await Promise.all([
    refreshRecitationLog(seat),
    queryClient.invalidateQueries({ queryKey: preparationKey(seat) }),
    queryClient.invalidateQueries(studentsWithProgressOptions(seat.courseId)),
  ]);
}
