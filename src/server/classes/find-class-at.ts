import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";

/** Finds a class of the teacher that overlaps with one of the times. */
export async function findClassAt(
  db: Db,
  teacherId: string,
  times: readonly DatedTime[],
  { besidesCourse, besidesClass }: { besidesCourse?: string | undefined; besidesClass?: string },
): Promise<{ title: string; startsAt: Date } | undefined> {
  const spans = JSON.stringify(times.map(({ startsAt, endsAt }) => ({ startsAt, endsAt })));
  const [other] = await db
    .select({ title: courses.title, startsAt: classes.startsAt })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(
      and(
        eq(classes.teacherId, teacherId),
        eq(classes.status, "scheduled"),
        besidesCourse === undefined ? undefined : ne(classes.courseId, besidesCourse),
        besidesClass === undefined ? undefined : ne(classes.id, besidesClass),
        sql`exists (
          select from json_to_recordset(${spans}::json)
            as wanted("startsAt" timestamptz, "endsAt" timestamptz)
          where ${classes.startsAt} < wanted."endsAt" and ${classes.endsAt} > wanted."startsAt"
        )`,
      ),
    )
    .orderBy(asc(classes.startsAt))
    .limit(1);
  return other;
}
