import { and, eq, ne, or } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { courseMessages } from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isStudentOf, isTeacherOf } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toCourse } from "./course.view.ts";
import { detailColumns } from "./course-columns.ts";
import { isPublic } from "./course-visibility.ts";

/**
 * A course with the enrolled students whom the actor can see. Only the teacher can see drafts, and
 * only the teacher and enrolled students can see archived and hidden courses.
 *
 * @throws AppError `not_found` for everyone else, as if the course didn't exist.
 */
export async function findCourse(
  context: Context,
  actor: Actor | undefined,
  courseId: string,
): Promise<CourseView> {
  const profileId = actor?.profile?.id ?? null;
  const course = await readCourse(
    context,
    profileId,
    courseId,
    or(isPublic, isTeacherOf(profileId), and(ne(courses.status, "draft"), isStudentOf(profileId))),
  );
  if (!course) throw courseNotFound();
  return course;
}

export function courseNotFound(): AppError {
  return new AppError("not_found", courseMessages.notFound);
}

/** The course in its detail shape for the viewer. Undefined if the condition doesn't match. */
export async function readCourse(
  context: Pick<Context, "config" | "db" | "settings">,
  viewerId: string | null,
  courseId: string,
  condition?: ReturnType<typeof and>,
): Promise<CourseView | undefined> {
  const [row] = await context.db
    .select(detailColumns(viewerId))
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(courses.id, courseId), condition));
  return row && toCourse(context, row, viewerId);
}
