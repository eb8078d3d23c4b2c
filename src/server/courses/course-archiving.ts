/** Taking a course out of the catalog, for every way that leads there. */
import { sql } from "drizzle-orm";
import { courses } from "../db/tables/courses.table.ts";

/** What changes in the row of a course that is archived now, or was before. */
export function toArchived(now: Date) {
  return {
    status: "archived" as const,
    archivedAt: sql`coalesce(${courses.archivedAt}, ${now.toISOString()}::timestamptz)`,
    updatedAt: now,
  };
}
