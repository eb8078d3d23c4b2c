import { and, eq } from "drizzle-orm";
import type { CourseProgress } from "#lib/learning/learning.responses.ts";
import { earnsCertificate, summarizeClasses } from "#lib/learning/learning.ts";
import { type Actor, requireStudent } from "../actor.ts";
import { readClasses } from "../classes/list-classes.ts";
import type { Context } from "../context.ts";
import { requireStudentOf } from "../course-members/membership.ts";
import { certificates } from "../db/tables/learning.table.ts";
import { readQuizProgress } from "../quizzes/quiz-progress.ts";

/**
 * The acting student's progress in a course, in four queries regardless of the number of classes.
 *
 * @throws AppError `forbidden` for students who aren't enrolled in it.
 */
export async function findProgress(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<CourseProgress> {
  const student = requireStudent(actor);
  const viewer = await requireStudentOf(context.db, student, courseId);
  const [classes, quizzes, [certificate]] = await Promise.all([
    readClasses(context, viewer),
    readQuizProgress(context.db, courseId, student.profile.id),
    context.db
      .select({ code: certificates.code, issuedAt: certificates.issuedAt })
      .from(certificates)
      .where(
        and(eq(certificates.courseId, courseId), eq(certificates.studentId, student.profile.id)),
      ),
  ]);
  const { title, timeZone, teacherName } = viewer.course;
  const summary = summarizeClasses(classes, new Date());
  return {
    course: { _id: courseId, title, teacherName, timeZone },
    summary,
    classes,
    quizzes,
    ...(certificate
      ? { certificate: { ...certificate, issuedAt: certificate.issuedAt.toISOString() } }
      : {}),
    earned: earnsCertificate(summary, quizzes),
  };
}
