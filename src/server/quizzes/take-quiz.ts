/**
 * Quizzes as students take them. The solution never leaves the server before the student has
 * answered.
 */
import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import {
  gradeAttempt,
  isCorrect,
  isPassed,
  scoreOf,
  withoutSolution,
} from "#lib/quizzes/grading.ts";
import type {
  AttemptView,
  Question,
  QuizWithoutSolutions,
} from "#lib/quizzes/quizzes.responses.ts";
import { type AttemptInput, quizMessages } from "#lib/quizzes/quizzes.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireProfile, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { isStudentOf, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { quizAttempts, quizVersions, quizzes } from "../db/tables/quizzes.table.ts";
import type { Limit } from "../rate-limits.ts";
import { quizNotFound } from "./own-quizzes.ts";
import { isNewest, type QuizVersion } from "./quiz-version.ts";

const t = getTexts("quizzes");

/**
 * Limits attempts to discourage guessing. The second limit bounds how many are stored, because all of
 * them are kept.
 */
const attemptLimits: Limit[] = [
  { name: "quiz-attempts", points: 40, duration: 60 * 60 },
  { name: "quiz-attempts-daily", points: 120, duration: 24 * 60 * 60 },
];

/**
 * A quiz, without its solution, of a course in which the acting student is enrolled.
 * @throws AppError `not_found`.
 */
export async function findQuiz(
  context: Context,
  actor: Actor,
  quizId: string,
): Promise<QuizWithoutSolutions> {
  const { quiz, version } = await findForStudent(context.db, requireStudent(actor), quizId);
  return {
    _id: quiz.id,
    title: quiz.title,
    versionId: version.id,
    passMark: version.passMark,
    questions: version.questions.map(withoutSolution),
  };
}

/**
 * Grades and stores an attempt. Students can repeat a quiz, and all attempts are kept.
 * @throws AppError `not_found`; `conflict` if the quiz has changed in the meantime; `invalid_input`
 * if a question is unanswered; `rate_limited`.
 */
export async function submitAttempt(
  context: Context,
  actor: Actor,
  quizId: string,
  input: AttemptInput,
): Promise<AttemptView> {
  const student = requireStudent(actor);
  await findForStudent(context.db, student, quizId);
  await context.limits.consumeInTurn(
    attemptLimits.map((limit) => ({ limit, key: student.profile.id })),
  );
  return context.db.transaction(async (tx) => {
    // The lock prevents the teacher from changing the quiz while it is being graded.
    await tx.select().from(quizzes).where(eq(quizzes.id, quizId)).for("share");
    const { quiz, version } = await findForStudent(tx, student, quizId);
    if (version.id !== input.versionId) throw new AppError("conflict", quizMessages.changed);
    const attempt = await storeAttempt(tx, student.profile.id, version, input);
    return toAttempt(attempt, version, quiz.title);
  });
}

async function storeAttempt(
  tx: Db,
  studentId: string,
  version: QuizVersion,
  input: AttemptInput,
): Promise<typeof quizAttempts.$inferSelect> {
  const answers = readAnswers(version.questions, input.answers);
  const rightCount = version.questions.filter((question) =>
    isCorrect(question, answers[question.id] ?? []),
  ).length;
  const questionCount = version.questions.length;
  const [attempt] = await tx
    .insert(quizAttempts)
    .values({
      quizId: version.quizId,
      versionId: version.id,
      studentId,
      answers,
      rightCount,
      questionCount,
      passed: isPassed(rightCount, questionCount, version.passMark),
    })
    .returning();
  if (!attempt) throw new Error("The attempt was not stored");
  return attempt;
}

/**
 * An attempt, graded against the version that was answered: for the student who made it and, with
 * the solution, for the teacher of the course.
 * @throws AppError `not_found`.
 */
export async function findAttempt(
  context: Context,
  actor: Actor,
  attemptId: string,
): Promise<AttemptView> {
  const { profile } = requireProfile(actor);
  const isTeacher = profile.role === "teacher";
  const [row] = await context.db
    .select({ attempt: quizAttempts, version: quizVersions, title: quizzes.title })
    .from(quizAttempts)
    .innerJoin(quizVersions, eq(quizVersions.id, quizAttempts.versionId))
    .innerJoin(quizzes, eq(quizzes.id, quizAttempts.quizId))
    .innerJoin(courses, eq(courses.id, quizzes.courseId))
    .where(
      and(
        eq(quizAttempts.id, attemptId),
        isTeacher ? isTeacherOf(profile.id) : eq(quizAttempts.studentId, profile.id),
      ),
    );
  if (!row) throw new AppError("not_found", t("server.attemptMissing"));
  return toAttempt(row.attempt, row.version, row.title, isTeacher || row.attempt.passed);
}

async function findForStudent(db: Db, student: ProfiledActor, quizId: string) {
  const [row] = await db
    .select({ quiz: quizzes, version: quizVersions })
    .from(quizzes)
    .innerJoin(quizVersions, and(eq(quizVersions.quizId, quizzes.id), isNewest))
    .where(
      and(
        eq(quizzes.id, quizId),
        isNull(quizzes.removedAt),
        isStudentOf(student.profile.id, quizzes.courseId),
      ),
    );
  if (!row) throw quizNotFound();
  return row;
}

/**
 * The chosen options that exist, by question.
 * @throws AppError `invalid_input` if a question has none.
 */
function readAnswers(
  questions: readonly Question[],
  given: AttemptInput["answers"],
): Record<string, string[]> {
  const entries = questions.map(({ id, kind, options }): [string, string[]] => {
    const chosen = new Set(Object.hasOwn(given, id) ? given[id] : []);
    const known = options.filter((option) => chosen.has(option.id)).map((option) => option.id);
    return [id, kind === "single" ? known.slice(0, 1) : known];
  });
  const fields = entries
    .filter(([, chosen]) => chosen.length === 0)
    .map(([id]) => ({ field: `answers.${id}`, message: quizMessages.unanswered }));
  if (fields.length > 0) {
    throw new AppError("invalid_input", quizMessages.unanswered, { fields });
  }
  return Object.fromEntries(entries);
}

function toAttempt(
  attempt: typeof quizAttempts.$inferSelect,
  version: QuizVersion,
  title: string,
  isSolved = attempt.passed,
): AttemptView {
  const { id, quizId, rightCount, questionCount, passed, submittedAt, answers } = attempt;
  return {
    _id: id,
    quizId,
    title,
    passMark: version.passMark,
    rightCount,
    questionCount,
    score: scoreOf(rightCount, questionCount),
    passed,
    submittedAt: submittedAt.toISOString(),
    questions: gradeAttempt(version.questions, answers, isSolved),
  };
}
