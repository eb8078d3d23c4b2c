import { and, eq, notExists, or } from "drizzle-orm";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import { isRecentTrial } from "../course-members/recent-trial.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messageBlocks } from "../db/tables/messages.table.ts";
import { trialLessons } from "../db/tables/trials.table.ts";

/**
 * Whether the student has a seat in one of the teacher's courses, or a recent trial lesson with the
 * teacher while neither has blocked the other.
 */
export async function isTaughtBy(db: Db, teacherId: string, studentId: string): Promise<boolean> {
  const [seat] = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(isTeacherOf(teacherId), eq(enrollments.studentId, studentId), isEnrolled))
    .limit(1);
  if (seat) return true;
  const { blockerId, blockedId } = messageBlocks;
  const blocks = db
    .select({ id: blockedId })
    .from(messageBlocks)
    .where(
      or(
        and(eq(blockerId, studentId), eq(blockedId, teacherId)),
        and(eq(blockerId, teacherId), eq(blockedId, studentId)),
      ),
    );
  const [trial] = await db
    .select({ id: trialLessons.id })
    .from(trialLessons)
    .where(
      and(
        eq(trialLessons.teacherId, teacherId),
        eq(trialLessons.studentId, studentId),
        isRecentTrial(),
        notExists(blocks),
      ),
    )
    .limit(1);
  return trial !== undefined;
}
