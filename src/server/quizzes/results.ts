/** The students' results in a quiz, for the teacher of its course. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import { scoreOf } from "#lib/quizzes/grading.ts";
import type { QuizResult } from "#lib/quizzes/quizzes.responses.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { quizAttempts, quizzes } from "../db/tables/quizzes.table.ts";
import { quizNotFound } from "./own-quizzes.ts";

const bestShare = sql`max(${quizAttempts.rightCount}::real / ${quizAttempts.questionCount})`;

/**
 * Everyone who has taken a quiz of the acting teacher, ordered by name, including students who have
 * left the course.
 * @throws AppError `not_found` for missing quizzes and for those of other teachers.
 */
export async function listResults(
  context: Context,
  actor: Actor,
  quizId: string,
): Promise<QuizResult[]> {
  const teacher = requireTeacher(actor);
  const [own] = await context.db
    .select({ id: quizzes.id })
    .from(quizzes)
    .innerJoin(courses, eq(courses.id, quizzes.courseId))
    .where(and(eq(quizzes.id, quizId), isTeacherOf(teacher.profile.id)));
  if (!own) throw quizNotFound();
  const rows = await context.db
    .select({
      student: {
        _id: profiles.id,
        name: profiles.name,
        profileImageUrl: profiles.profileImageUrl,
      },
      attempts: count(),
      best: sql<number>`${bestShare}`.mapWith(Number),
      passed: sql<boolean>`bool_or(${quizAttempts.passed})`,
      lastAttemptId: sql<string>`(
        array_agg(${quizAttempts.id} order by ${quizAttempts.submittedAt} desc, ${quizAttempts.id})
      )[1]`,
    })
    .from(quizAttempts)
    .innerJoin(profiles, eq(profiles.id, quizAttempts.studentId))
    .where(eq(quizAttempts.quizId, quizId))
    .groupBy(profiles.id)
    .orderBy(asc(profiles.searchName), asc(profiles.id));
  return rows.map(({ student, best, ...row }) => ({
    ...row,
    student: { ...student, profileImageUrl: student.profileImageUrl ?? undefined },
    best: scoreOf(best, 1),
  }));
}
