import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

/**
 * Meetings of a course belong to the class of the course with which they overlap and that takes
 * place, the nearest by its start. Those that overlap with none are meetings besides the classes.
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
