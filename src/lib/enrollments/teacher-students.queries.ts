/** The query for a teacher's students, and the function that updates it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchTeacherStudents } from "./teacher-students.calls.ts";
import type { TeacherStudentsQuery } from "./teacher-students.ts";

const allKey = ["enrollments", "teacher-students"] as const;

/** One page of the teacher's students. */
export const teacherStudentsOptions = (query: TeacherStudentsQuery) =>
  queryOptions({ queryKey: [...allKey, query], queryFn: () => fetchTeacherStudents(query) });

/** Refetches all pages. */
export const refreshTeacherStudents = () => queryClient.invalidateQueries({ queryKey: allKey });
