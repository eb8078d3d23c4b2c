/** Marks courses as over after their last day, and removes the mark if the last day changes. */
import { and, eq, ne, not, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { pageTags } from "../pages-tags.ts";

/** Checks all courses in their teachers' time zones, and purges the pages of those that changed. */
export async function markEndedCourses(context: Context): Promise<void> {
  const now = new Date().toISOString();
  const today = sql`(${now}::timestamptz at time zone ${profiles.timeZone})::date`;
  const isPast = sql<boolean>`coalesce(${courses.endDate} < ${today}, false)`;
  const changed = await transact(context.db, (tx) =>
    tx
      .update(courses)
      .set({ isOver: not(courses.isOver) })
      .from(profiles)
      .where(and(eq(profiles.id, courses.teacherId), ne(courses.isOver, isPast)))
      .returning({ id: courses.id }),
  );
  if (changed.length === 0) return;
  await context.purgePages([pageTags.courses, ...changed.map(({ id }) => pageTags.course(id))]);
}
