import { and, eq, ne } from "drizzle-orm";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

/**
 * Whether the student has a seat in one of the teacher's courses, or a trial lesson with the
 * teacher.
 */
export async function isTaughtBy(db: Db, teacherId: string, studentId: string): Promise<boolean> {
  const [seat] = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(isTeacherOf(teacherId), eq(enrollments.studentId, studentId), isEnrolled))
    .limit(1);
  if (seat) return true;
  const [trial] = await db
    .select({ id: trialLessons.id })
    .from(trialLessons)
    .where(
      and(
        eq(trialLessons.teacherId, teacherId),
        eq(trialLessons.studentId, studentId),
        ne(trialLessons.status, "cancelled"),
      ),
    )
    .limit(1);
  return trial !== undefined;
}
