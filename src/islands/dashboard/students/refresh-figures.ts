import { $session } from "#lib/client/session/session.store.ts";
import { refreshTeacherCourses } from "#lib/courses/own-courses.queries.ts";
import { refreshTeacherStudents } from "#lib/enrollments/teacher-students.queries.ts";
import { loadProfile } from "#lib/people/profile.store.ts";

/** Refetches all figures that depend on enrollments. */
export function refreshFigures(): void {
  void refreshTeacherStudents();
  void refreshTeacherCourses();
  const session = $session.get();
  if (session.status === "signed-in") void loadProfile(session.user.id);
}
