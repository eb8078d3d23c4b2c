/** The rows that determine who has a seat, and the order in which they are locked. */

import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";

export type Course = typeof courses.$inferSelect;

export type Enrollment = typeof enrollments.$inferSelect;

/**
 * Locks a course, which is required before counting or changing its seats. Rows are always locked
 * in this order: course, enrollment, payment.
 */
export async function lockCourse(tx: Db, courseId: string): Promise<Course | undefined> {
  const [course] = await tx
    .select()
    .from(courses)
    .where(eq(courses.id, courseId))
    .for("no key update");
  return course;
}

export async function lockEnrollment(tx: Db, id: string): Promise<Enrollment | undefined> {
  const [enrollment] = await tx
    .select()
    .from(enrollments)
    .where(eq(enrollments.id, id))
    .for("update");
  return enrollment;
}
