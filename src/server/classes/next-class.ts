import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { classes } from "../db/tables/classes.table.ts";

/** The start of a course's current or next class, including changes to single classes. */
export async function findNextClass(context: Context, courseId: string): Promise<Date | undefined> {
  const [next] = await context.db
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, new Date()),
      ),
    )
    .orderBy(asc(classes.startsAt))
    .limit(1);
  return next?.startsAt;
}
