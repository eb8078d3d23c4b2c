import { eq } from "drizzle-orm";
import { hasEnded } from "#lib/courses/course-dates.ts";
import type { Db } from "../db/connection.ts";
import type { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { isPublicCourse } from "./course-visibility.ts";

type Dated = Pick<typeof courses.$inferSelect, "endDate" | "teacherId">;

/**
 * Whether students can enroll: the course is public, and its last day hasn't ended in the teacher's
 * time zone.
 */
export async function isOpenForEnrollment(
  db: Db,
  course: Dated & Pick<typeof courses.$inferSelect, "status" | "hiddenAt">,
  now: Date,
): Promise<boolean> {
  return isPublicCourse(course) && !(await hasCourseEnded(db, course, now));
}

/** Whether the last day of a course has ended in the teacher's time zone. */
export async function hasCourseEnded(db: Db, course: Dated, now: Date): Promise<boolean> {
  if (course.endDate === null) return false;
  const [teacher] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, course.teacherId));
  return hasEnded(course, teacher?.timeZone ?? "UTC", now);
}
