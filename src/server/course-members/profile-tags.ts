import type { Role } from "#lib/people/people.options.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { pageTags } from "../pages-tags.ts";
import { isMemberOf } from "./membership.ts";

/**
 * The tags of every page that shows this person: profile pages, and pages of courses taught or
 * taken.
 */
export async function findProfileTags(
  db: Db,
  profile: { id: string; role: Role },
): Promise<string[]> {
  const shown = await db.select({ id: courses.id }).from(courses).where(isMemberOf(profile.id));
  const own =
    profile.role === "teacher"
      ? [pageTags.teachers, pageTags.teacher(profile.id)]
      : [pageTags.students, pageTags.student(profile.id)];
  const ofCourses = shown.map(({ id }) => pageTags.course(id));
  return ofCourses.length === 0 ? own : [...own, pageTags.courses, ...ofCourses];
}
