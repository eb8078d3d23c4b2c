/** Courses and teachers by their IDs, as they are listed. */
import { and, inArray } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import type { ListedTeacher } from "#lib/people/people.responses.ts";
import { readCourses } from "../catalog/course-list.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { readListedTeachers } from "../people/teachers.ts";

function inOrder<T extends { _id: string }>(ids: readonly string[], found: readonly T[]): T[] {
  return ids.flatMap((id) => found.find(({ _id }) => _id === id) ?? []);
}

/**
 * The public ones of these courses, in the given order.
 * @param viewerId the profile of the viewer; null for visitors.
 */
export async function findShownCourses(
  context: Context,
  ids: readonly string[],
  viewerId: string | null,
): Promise<CourseView[]> {
  if (ids.length === 0) return [];
  return inOrder(
    ids,
    await readCourses(context, viewerId, and(inArray(courses.id, [...ids]), isPublic)),
  );
}

/** Those of these teachers whom everyone can find, in the given order. */
export async function findShownTeachers(
  context: Context,
  ids: readonly string[],
): Promise<ListedTeacher[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await readListedTeachers(context, ids));
}
