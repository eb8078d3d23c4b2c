/** How far a student has come in a course: the one home of the rule, as part of queries. */
import { type SQL, sql } from "drizzle-orm";
import { classes } from "../db/tables/classes.table.ts";
import { wasPresent } from "./attendance.ts";

/**
 * The classes that are over and in which the student was, and all that take place.
 * @param courseId column of a query's course.
 * @param studentId column of the same query's student.
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
