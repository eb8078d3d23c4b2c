import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";

/**
 * The number of seats that count against a course's maximum: paid and free seats, seats held for
 * open checkouts, and seats held for students on the waiting list. Each student counts once. The
 * SQL function is defined in a migration, because the triggers of the catalog's listings use it
 * too.
 */
export const takenSeats = (courseId: string | typeof courses.id) =>
  sql<number>`taken_seats(${courseId})`;

/** The number of taken seats of one course. */
export async function countTakenSeats(tx: Db, courseId: string): Promise<number> {
  const [row] = await tx
    .select({ taken: takenSeats(courseId) })
    .from(courses)
    .where(eq(courses.id, courseId));
  return row?.taken ?? 0;
}
