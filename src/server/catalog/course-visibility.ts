/** Which courses are public: those that are published and not hidden by staff. */
import { sql } from "drizzle-orm";
import { courses } from "../db/tables/courses.table.ts";

/** For rows of `courses`. */
export const isPublic = sql<boolean>`(${courses.status} = 'published' and ${courses.hiddenAt} is null)`;

/** For rows with the alias `course` in a subquery. */
export const isPublicAlias = sql<boolean>`(course.status = 'published' and course.hidden_at is null)`;

/** For rows that were already read. */
export function isPublicCourse(
  course: Pick<typeof courses.$inferSelect, "status" | "hiddenAt">,
): boolean {
  return course.status === "published" && course.hiddenAt === null;
}
