/** The courses that everyone may see: those that are published and not hidden by staff. */
import { sql } from "drizzle-orm";
import { courses } from "../db/tables/courses.table.ts";

/** Of a row of `courses`. */
export const isPublic = sql<boolean>`(${courses.status} = 'published' and ${courses.hiddenAt} is null)`;

/** Of a row that a subquery names `course`. */
export const isPublicAlias = sql<boolean>`(course.status = 'published' and course.hidden_at is null)`;

/** Of a row that has been read. */
export function isPublicCourse(
  course: Pick<typeof courses.$inferSelect, "status" | "hiddenAt">,
): boolean {
  return course.status === "published" && course.hiddenAt === null;
}
