/** The rows that decide about seats, and the order in which they are locked. */

import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrolments } from "../db/tables/enrolments.table.ts";

export type Course = typeof courses.$inferSelect;

export type Enrolment = typeof enrolments.$inferSelect;

/**
 * Locks a course for everything that counts or changes its seats. Whoever locks more than one row
 * takes the course first, then the enrolment, then the payment.
 */
export async function lockCourse(tx: Db, courseId: string): Promise<Course | undefined> {
  const [course] = await tx
    .select()
    .from(courses)
    .where(eq(courses.id, courseId))
    .for("no key update");
  return course;
}

export async function lockEnrolment(tx: Db, id: string): Promise<Enrolment | undefined> {
  const [enrolment] = await tx.select().from(enrolments).where(eq(enrolments.id, id)).for("update");
  return enrolment;
}
