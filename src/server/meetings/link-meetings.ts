import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

/**
 * Links each meeting of a course to the scheduled class that it overlaps with, choosing the one
 * whose start is closest. Meetings that overlap with no class are left unlinked.
 */
export async function linkMeetings(tx: Db, courseId: string): Promise<void> {
  await tx
    .update(meetings)
    .set({
      classId: sql`(
        select class.id from ${classes} class
        where class.course_id = ${meetings.courseId} and class.status = 'scheduled'
        and class.starts_at < ${meetings.startTime} + make_interval(mins => ${meetings.duration})
        and class.ends_at > ${meetings.startTime}
        order by abs(extract(epoch from class.starts_at - ${meetings.startTime})), class.id limit 1
      )`,
    })
    .where(and(eq(meetings.courseId, courseId), isNull(meetings.classId)));
}
