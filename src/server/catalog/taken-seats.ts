import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";

/**
 * The seats of a course that count against its maximum: final ones, held ones of open checkouts,
 * and those held for students on the waiting list, each student once. The rule itself is in the
 * migrations, because the triggers of the catalog's listings use it too.
 */
export const takenSeats = (courseId: string | typeof courses.id) =>
  sql<number>`taken_seats(${courseId})`;

/** `takenSeats` of one course, now. */
export async function countTakenSeats(tx: Db, courseId: string): Promise<number> {
  const [row] = await tx
    .select({ taken: takenSeats(courseId) })
    .from(courses)
    .where(eq(courses.id, courseId));
  return row?.taken ?? 0;
}
