import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { classes } from "../db/tables/classes.table.ts";

/** When the next class of a course begins, or the running one began. Changes of single classes are in it. */
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
