/** Queries for lists of the user's own courses, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import type { Role } from "../people/people.options.ts";
import {
  fetchStudentCourses,
  fetchTeacherCourses,
  type ListedCourse,
} from "./own-courses.calls.ts";

/** The courses that the user teaches. */
export const teacherCoursesOptions = () =>
  queryOptions({ queryKey: ["courses", "teacher"], queryFn: fetchTeacherCourses });

export const refreshTeacherCourses = () =>
  queryClient.invalidateQueries({ queryKey: teacherCoursesOptions().queryKey });

/** The courses in which the student is enrolled. */
export const studentCoursesOptions = (profileId: string) =>
  queryOptions({
    queryKey: ["courses", "student", profileId],
    queryFn: () => fetchStudentCourses(profileId),
  });

interface Person {
  _id: string;
  role: Role;
}

/** The user's own courses: those taught by a teacher, or those in which a student is enrolled. */
export const ownCoursesOptions = ({ _id, role }: Person) =>
  role === "teacher" ? teacherCoursesOptions() : studentCoursesOptions(_id);

export const putOwnCourses = (person: Person, courses: ListedCourse[]) =>
  queryClient.setQueryData(ownCoursesOptions(person).queryKey, courses);
