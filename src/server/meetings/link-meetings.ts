import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import { meetings } from "../db/tables/meetings.table.ts";

/**
 * Links each meeting of a course to the scheduled class that it overlaps with and that has no room
 * yet, choosing the one whose start is closest. All others are extra meetings: if a second one were
 * linked to a class, its teacher and its students could wait in different rooms.
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
        and not exists (
          select from ${meetings} room where room.class_id = class.id and room.status <> 'cancelled'
        )
        and not exists (
          select from ${meetingRequests} request
          where request.class_id = class.id and request.called_off_at is null
        )
        order by abs(extract(epoch from class.starts_at - ${meetings.startTime})), class.id limit 1
      )`,
    })
    .where(and(eq(meetings.courseId, courseId), isNull(meetings.classId)));
}
