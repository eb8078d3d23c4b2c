import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { classes } from "../db/tables/classes.table.ts";

export interface UpcomingClasses {
  /** The start of the current or next class. */
  next: Date | undefined;
  count: number;
  canceled: number;
}

/** A course's classes that haven't ended, including changes to single classes. */
export async function countUpcomingClasses(
  context: Context,
  courseId: string,
): Promise<UpcomingClasses> {
  const isScheduled = sql`filter (where ${classes.status} = 'scheduled')`;
  const [found] = await context.db
    .select({
      next: sql<Date | null>`min(${classes.startsAt}) ${isScheduled}`.mapWith(classes.startsAt),
      count: sql<number>`(count(*) ${isScheduled})::integer`,
      canceled: sql<number>`count(*) filter (where ${classes.status} = 'cancelled')::integer`,
    })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        ne(classes.status, "dropped"),
        gt(classes.endsAt, new Date()),
      ),
    );
  if (!found) throw new Error("The classes were not counted");
  return { ...found, next: found.next ?? undefined };
}
