/** A student's progress through the classes of a course, as SQL fragments. */
import { type SQL, sql } from "drizzle-orm";
import { classes } from "../db/tables/classes.table.ts";
import { wasPresent } from "./attendance.ts";

/**
 * Counts the past classes that the student attended, and all scheduled classes.
 * @param courseId the column of the query's course.
 * @param studentId the column of the same query's student.
 */
export const classProgress = (courseId: SQL, studentId: SQL, now: Date) => ({
  done: sql<number>`(
    select count(*)::integer from ${classes} class
    where class.course_id = ${courseId} and class.status = 'scheduled'
    and class.ends_at <= ${now.toISOString()}::timestamptz
    and ${wasPresent(sql`class.id`, studentId)}
  )`,
  total: sql<number>`(
    select count(*)::integer from ${classes} class
    where class.course_id = ${courseId} and class.status = 'scheduled'
  )`,
});
