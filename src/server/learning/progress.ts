import { and, eq } from "drizzle-orm";
import type { CourseProgress } from "#lib/learning/learning.responses.ts";
import { earnsCertificate, summarizeClasses } from "#lib/learning/learning.ts";
import { type Actor, requireStudent } from "../actor.ts";
import { readClasses } from "../classes/list-classes.ts";
import type { Context } from "../context.ts";
import { type CourseStudent, requireStudentOf } from "../course-members/membership.ts";
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
  return readProgress(context, await requireStudentOf(context.db, student, courseId));
}

/** Like `findProgress`, for callers that have checked the access themselves. */
export async function readProgress(
  context: Context,
  viewer: CourseStudent,
): Promise<CourseProgress> {
  const courseId = viewer.course.id;
  const [classes, quizzes, [certificate]] = await Promise.all([
    readClasses(context, viewer),
    readQuizProgress(context.db, courseId, viewer.profileId),
    context.db
      .select({ code: certificates.code, issuedAt: certificates.issuedAt })
      .from(certificates)
      .where(
        and(eq(certificates.courseId, courseId), eq(certificates.studentId, viewer.profileId)),
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
