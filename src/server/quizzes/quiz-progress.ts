import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { scoreOf } from "#lib/quizzes/grading.ts";
import type { QuizProgress } from "#lib/quizzes/quizzes.responses.ts";
import type { Db } from "../db/connection.ts";
import { quizAttempts, quizVersions, quizzes } from "../db/tables/quizzes.table.ts";
import { isNewest } from "./quiz-version.ts";

interface Results {
  attempts: number;
  passed: boolean;
  best: { right: number; questions: number } | null;
  lastAttemptId: string | null;
}

/** A student's results in the quizzes of a course, oldest quiz first, in one query. */
export async function readQuizProgress(
  db: Db,
  courseId: string,
  studentId: string,
): Promise<QuizProgress[]> {
  const results = sql<Results>`(
    select json_build_object(
      'attempts', count(*),
      'passed', coalesce(bool_or(attempt.passed), false),
      'best', (array_agg(
        json_build_object('right', attempt.right_count, 'questions', attempt.question_count)
        order by attempt.right_count::real / attempt.question_count desc
      ))[1],
      'lastAttemptId', (array_agg(attempt.id order by attempt.submitted_at desc, attempt.id))[1]
    )
    from ${quizAttempts} attempt
    where attempt.quiz_id = ${quizzes.id} and attempt.student_id = ${studentId}
  )`;
  const rows = await db
    .select({
      id: quizzes.id,
      title: quizzes.title,
      passMark: quizVersions.passMark,
      questionCount: sql<number>`jsonb_array_length(${quizVersions.questions})`,
      results,
    })
    .from(quizzes)
    .innerJoin(quizVersions, and(eq(quizVersions.quizId, quizzes.id), isNewest))
    .where(and(eq(quizzes.courseId, courseId), isNull(quizzes.removedAt)))
    .orderBy(asc(quizzes.createdAt), asc(quizzes.id));
  return rows.map(({ id, title, passMark, questionCount, results: own }) => ({
    _id: id,
    title,
    questionCount,
    passMark,
    attempts: own.attempts,
    passed: own.passed,
    ...(own.best ? { best: scoreOf(own.best.right, own.best.questions) } : {}),
    ...(own.lastAttemptId ? { lastAttemptId: own.lastAttemptId } : {}),
  }));
}
