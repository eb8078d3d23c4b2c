/**
 * Courses and teachers that students save. Items that have been hidden, archived or suspended since
 * then are only counted, because their titles and pictures may be the reason.
 */
import { and, count, desc, eq, isNotNull, notInArray, or, type SQL } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import { AppError } from "#lib/errors.ts";
import type { ListedTeacher } from "#lib/people/people.responses.ts";
import { maxSaved, type SavedSubject } from "#lib/saved/saved.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { savedItems } from "../db/tables/saved.table.ts";
import { findShownCourses, findShownTeachers } from "./compare.ts";

const t = getTexts("saved");

export interface SavedList {
  courses: CourseView[];
  teachers: ListedTeacher[];
  /** How many saved courses and teachers can't be shown at the moment. */
  unavailable: number;
}

const isSubject = ({ kind, id }: SavedSubject): SQL =>
  eq(kind === "course" ? savedItems.courseId : savedItems.teacherId, id);

const isRow = (studentId: string, subject: SavedSubject) =>
  and(eq(savedItems.studentId, studentId), isSubject(subject));

/** Whether the actor has saved the course or teacher. False for visitors and teachers. */
export async function isSaved(
  { db }: Pick<Context, "db">,
  actor: Actor | undefined,
  subject: SavedSubject,
): Promise<boolean> {
  if (actor?.profile?.role !== "student") return false;
  const rows = await db
    .select({ id: savedItems.id })
    .from(savedItems)
    .where(isRow(actor.profile.id, subject));
  return rows.length > 0;
}

/**
 * Saves a course or teacher. Saving it again changes nothing.
 * @throws AppError `forbidden` unless the actor is a student, `not_found` if it can't be seen, and
 *   `conflict` if there are too many.
 */
export async function saveItem(
  context: Context,
  actor: Actor,
  subject: SavedSubject,
): Promise<void> {
  const { profile } = requireStudent(actor, t("server.onlyStudents"));
  const found = await findSubject(context, subject);
  if (!found) throw new AppError("not_found", t("server.missing"));
  const column = subject.kind === "course" ? savedItems.courseId : savedItems.teacherId;
  const [rows] = await context.db
    .select({ total: count() })
    .from(savedItems)
    .where(and(eq(savedItems.studentId, profile.id), isNotNull(column)));
  if ((rows?.total ?? 0) >= maxSaved) {
    throw new AppError("conflict", t("server.tooMany", { max: maxSaved }));
  }
  await context.db
    .insert(savedItems)
    .values({
      studentId: profile.id,
      ...(subject.kind === "course" ? { courseId: subject.id } : { teacherId: subject.id }),
    })
    .onConflictDoNothing();
}

/** Removes a course or teacher from what is saved, whether or not it can still be seen. */
export async function unsaveItem(
  { db }: Pick<Context, "db">,
  actor: Actor,
  subject: SavedSubject,
): Promise<void> {
  const { profile } = requireStudent(actor, t("server.onlyStudents"));
  await db.delete(savedItems).where(isRow(profile.id, subject));
}

/** What the student has saved, the newest first. */
export async function listSaved(context: Context, actor: Actor): Promise<SavedList> {
  const { profile } = requireStudent(actor, t("server.onlyStudents"));
  const rows = await context.db
    .select({ courseId: savedItems.courseId, teacherId: savedItems.teacherId })
    .from(savedItems)
    .where(eq(savedItems.studentId, profile.id))
    .orderBy(desc(savedItems.createdAt), desc(savedItems.id));
  const [courses, teachers] = await Promise.all([
    findShownCourses(
      context,
      rows.flatMap(({ courseId }) => courseId ?? []),
      profile.id,
    ),
    findShownTeachers(
      context,
      rows.flatMap(({ teacherId }) => teacherId ?? []),
    ),
  ]);
  return { courses, teachers, unavailable: rows.length - courses.length - teachers.length };
}

/** Removes everything that can't be shown at the moment. */
export async function removeUnavailable(context: Context, actor: Actor): Promise<void> {
  const { profile } = requireStudent(actor, t("server.onlyStudents"));
  const { courses, teachers } = await listSaved(context, actor);
  const shownCourses = courses.map(({ _id }) => _id);
  const shownTeachers = teachers.map(({ _id }) => _id);
  await context.db
    .delete(savedItems)
    .where(
      and(
        eq(savedItems.studentId, profile.id),
        or(
          and(isNotNull(savedItems.courseId), notInArray(savedItems.courseId, shownCourses)),
          and(isNotNull(savedItems.teacherId), notInArray(savedItems.teacherId, shownTeachers)),
        ),
      ),
    );
}

/** The name of a course or teacher; undefined if it doesn't exist or isn't shown. */
export async function findSubject(
  context: Context,
  { kind, id }: SavedSubject,
): Promise<{ name: string } | undefined> {
  if (kind === "course") {
    const [course] = await findShownCourses(context, [id], null);
    return course && { name: course.title };
  }
  const [teacher] = await findShownTeachers(context, [id]);
  return teacher && { name: teacher.name };
}
