import { and, eq, ne, sql } from "drizzle-orm";
import type { ClassesLeft } from "#lib/classes/classes-left.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";

export interface UpcomingClasses extends ClassesLeft {
  /** The start of the next class that hasn't begun. */
  next: Date | undefined;
  /** The end of the class that is in progress. */
  runningUntil: Date | undefined;
  /** Whether the last class is running, so that a student who enrolls now can't leave before it. */
  lastIsRunning: boolean;
  canceled: number;
  /** When a class starts or ends next, so that these figures change. */
  changesAt: Date | undefined;
}

/**
 * Counts the classes of a course that haven't ended, and all of its classes. Moved and canceled
 * classes are taken into account.
 */
export async function countUpcomingClasses(
  { db }: { db: Db },
  courseId: string,
): Promise<UpcomingClasses> {
  const now = sql`${new Date().toISOString()}::timestamptz`;
  const isScheduled = sql`${classes.status} = 'scheduled'`;
  const isUpcoming = sql`${classes.endsAt} > ${now}`;
  const firstOf = (
    instant: typeof classes.startsAt | typeof classes.endsAt,
    condition = isScheduled,
  ) => sql<Date | null>`min(${instant}) filter (where ${condition})`.mapWith(classes.startsAt);
  const countOf = (condition: typeof isScheduled) =>
    sql<number>`(count(*) filter (where ${condition}))::integer`;
  const [found] = await db
    .select({
      first: firstOf(classes.startsAt),
      next: firstOf(classes.startsAt, sql`${isScheduled} and ${classes.startsAt} > ${now}`),
      runningUntil: firstOf(
        classes.endsAt,
        sql`${isScheduled} and ${isUpcoming} and ${classes.startsAt} <= ${now}`,
      ),
      starts: firstOf(classes.startsAt, sql`${classes.startsAt} > ${now}`),
      ends: firstOf(classes.endsAt, isUpcoming),
      total: countOf(isScheduled),
      count: countOf(sql`${isScheduled} and ${isUpcoming}`),
      canceled: countOf(sql`${classes.status} = 'cancelled' and ${isUpcoming}`),
    })
    .from(classes)
    .where(and(eq(classes.courseId, courseId), ne(classes.status, "dropped")));
  if (!found) throw new Error("The classes were not counted");
  const { first, next, runningUntil, starts, ends, ...counts } = found;
  const changes = [starts, ends].filter((at) => at !== null).map((at) => at.getTime());
  return {
    ...counts,
    first: first ?? undefined,
    next: next ?? undefined,
    runningUntil: runningUntil ?? undefined,
    lastIsRunning: counts.count === 1 && runningUntil !== null,
    changesAt: changes.length === 0 ? undefined : new Date(Math.min(...changes)),
  };
}
