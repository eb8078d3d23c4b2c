/** Queries for the dated classes of a course, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchAttendance, fetchClasses } from "./classes.calls.ts";
import type { AttendanceView } from "./classes.responses.ts";

/** A course's classes, as visible to its teacher or one of its students. */
export const classesOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["classes", "course", courseId],
    queryFn: () => fetchClasses(courseId),
  });

/** The key of a class's attendance, and of the changes of it that wait for the server. */
export const attendanceKey = (classId: string) => ["classes", "attendance", classId] as const;

export const attendanceOptions = (classId: string) =>
  queryOptions({
    queryKey: attendanceKey(classId),
    queryFn: () => fetchAttendance(classId),
  });

export const refreshAttendance = (classId: string) =>
  queryClient.invalidateQueries({ queryKey: attendanceOptions(classId).queryKey });

/**
 * Shows whether a student attended before the server has confirmed it.
 * @returns a function that undoes the change.
 */
export function showAttendance(classId: string, studentId: string, present: boolean): () => void {
  const { queryKey } = attendanceOptions(classId);
  const change = (entry: Pick<AttendanceView, "present" | "isCorrected">) =>
    queryClient.setQueryData<AttendanceView[]>(queryKey, (list) =>
      list?.map((each) => (each.student._id === studentId ? { ...each, ...entry } : each)),
    );
  // A request in progress would overwrite the change.
  void queryClient.cancelQueries({ queryKey });
  const list = queryClient.getQueryData<AttendanceView[]>(queryKey);
  const before = list?.find(({ student }) => student._id === studentId);
  change({ present, isCorrected: true });
  return () => before && change({ present: before.present, isCorrected: before.isCorrected });
}
