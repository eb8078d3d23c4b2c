/** The changes to a course's row for every operation that archives it. */
import { sql } from "drizzle-orm";
import { courses } from "../db/tables/courses.table.ts";

/** The column values of an archived course. If it was already archived, `archivedAt` doesn't change. */
export function toArchived(now: Date) {
  return {
    status: "archived" as const,
    archivedAt: sql`coalesce(${courses.archivedAt}, ${now.toISOString()}::timestamptz)`,
    updatedAt: now,
  };
}
