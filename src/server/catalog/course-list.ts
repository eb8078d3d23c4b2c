/** Lists of the courses of one teacher or one student. */
import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { maxCourses } from "#lib/courses/courses.rules.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireProfile, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { teacherNotFound } from "../profile-not-found.ts";
import { toCourses } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";
import { isPublic } from "./course-visibility.ts";

const t = getTexts("catalog");

/**
 * The actor's own courses in all statuses, newest first. @throws AppError `forbidden` unless the
 * actor is a teacher.
 */
export async function listOwnCourses(context: Context, actor: Actor): Promise<CourseView[]> {
  const { profile } = requireTeacher(actor);
  return readCourses(context, profile.id, isTeacherOf(profile.id));
}

/**
 * A teacher's published courses, newest first. @throws AppError `not_found` if the teacher doesn't
 * exist.
 */
export async function listTeacherCourses(
  context: Context,
  actor: Actor,
  teacherId: string,
): Promise<CourseView[]> {
  const [teacher] = await context.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, teacherId), eq(profiles.role, "teacher")));
  if (!teacher) throw teacherNotFound();
  return readCourses(context, actor.profile?.id ?? null, and(isTeacherOf(teacherId), isPublic));
}

/**
 * The courses in which the student is enrolled, including archived ones, newest first.
 * @throws AppError `forbidden` unless the actor is that student.
 */
export async function listStudentCourses(
  context: Context,
  actor: Actor,
  studentId: string,
): Promise<CourseView[]> {
  const { profile } = requireProfile(actor);
  if (profile.role !== "student" || profile.id !== studentId) {
    throw new AppError("forbidden", t("server.onlyOwn"));
  }
  const enrolled = context.db
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(and(eq(enrollments.studentId, studentId), isEnrolled));
  return readCourses(context, profile.id, inArray(courses.id, enrolled));
}

/**
 * Courses in their list shape, newest first, as the viewer sees them. A visitor's ID is null. If
 * there are more than a person can have, only the newest are included.
 */
export async function readCourses(
  context: Pick<Context, "config" | "db" | "log" | "settings">,
  viewerId: string | null,
  condition: SQL | undefined,
): Promise<CourseView[]> {
  const rows = await context.db
    .select(listColumns(viewerId))
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(condition)
    .orderBy(desc(courses.createdAt), desc(courses.id))
    .limit(maxCourses);
  return toCourses(context, rows, viewerId);
}
