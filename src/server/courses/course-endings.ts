/**
 * Marks courses as ended after their last day, and paid ones that have no classes left. Removes the
 * marks if the last day or the classes change. Also keeps the next class of each course up to date.
 */
import { and, eq, lte, ne, or, sql } from "drizzle-orm";
import { findNextStart, isWithoutClasses } from "../classes/sold/sold-classes.ts";
import type { Context } from "../context.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { pageTags } from "../pages-tags.ts";

/** Checks all courses in their teachers' time zones, and purges the pages of those that changed. */
export async function markEndedCourses(context: Context): Promise<void> {
  const now = new Date();
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${profiles.timeZone})::date`;
  const isPast = sql<boolean>`coalesce(${courses.endDate} < ${today}, false)`;
  const lacksClasses = isWithoutClasses(now);
  const changed = await transact(context.db, (tx) =>
    tx
      .update(courses)
      .set({ isOver: isPast, lacksClasses })
      .from(profiles)
      .where(
        and(
          eq(profiles.id, courses.teacherId),
          or(ne(courses.isOver, isPast), ne(courses.lacksClasses, lacksClasses)),
        ),
      )
      .returning({ id: courses.id }),
  );
  if (changed.length === 0) return;
  await context.purgePages([pageTags.courses, ...changed.map(({ id }) => pageTags.course(id))]);
}

/**
 * Replaces next classes that have started. Purges nothing, because pages that show them expire as
 * soon as this job runs again.
 */
export async function updateNextClasses({ db }: Context): Promise<void> {
  const now = new Date();
  await transact(db, (tx) =>
    tx
      .update(courses)
      .set({ nextClassAt: findNextStart(now) })
      .where(lte(courses.nextClassAt, now)),
  );
}
