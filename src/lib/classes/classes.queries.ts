/** Queries for the dated classes of a course, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchAttendance, fetchClasses } from "./classes.calls.ts";

/** A course's classes, as visible to its teacher or one of its students. */
export const classesOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["classes", "course", courseId],
    queryFn: () => fetchClasses(courseId),
  });

export const attendanceOptions = (classId: string) =>
  queryOptions({
    queryKey: ["classes", "attendance", classId],
    queryFn: () => fetchAttendance(classId),
  });

export const refreshAttendance = (classId: string) =>
  queryClient.invalidateQueries({ queryKey: attendanceOptions(classId).queryKey });
