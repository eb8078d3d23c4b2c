/** A student's progress through the classes of a course, as SQL fragments. */
import { type SQL, sql } from "drizzle-orm";
import { classes } from "../db/tables/classes.table.ts";
import { wasPresent } from "./attendance.ts";

interface SeatColumns {
  courseId: SQL;
  studentId: SQL;
  enrolledAt: SQL;
}

/**
 * Counts the past classes that the student attended, and all scheduled classes that count for the
 * student, as `summarizeClasses` in `src/lib/learning/learning.ts` does.
 * @param seat the columns of the query's seat.
 */
export const classProgress = ({ courseId, studentId, enrolledAt }: SeatColumns, now: Date) => ({
  done: sql<number>`(
    select count(*)::integer from ${classes} class
    where class.course_id = ${courseId} and class.status = 'scheduled'
    and class.ends_at <= ${now.toISOString()}::timestamptz
    and ${wasPresent(sql`class.id`, studentId)}
  )`,
  total: sql<number>`(
    select count(*)::integer from ${classes} class
    where class.course_id = ${courseId} and class.status = 'scheduled'
    and (class.ends_at > ${enrolledAt} or ${wasPresent(sql`class.id`, studentId)})
  )`,
});
