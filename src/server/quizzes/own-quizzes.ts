/** Quizzes as their course's teacher edits them. */
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { courseMessages } from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import type { OwnQuiz } from "#lib/quizzes/quizzes.responses.ts";
import { quizLimits } from "#lib/quizzes/quizzes.rules.ts";
import { type QuizInput, quizMessages } from "#lib/quizzes/quizzes.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireTeacher } from "../actor.ts";
import { courseNotFound } from "../catalog/find-course.ts";
import type { Context } from "../context.ts";
import { isTeacherOf, requireTeacherOf } from "../course-members/membership.ts";
import { lockOwnCourse } from "../courses/own-course.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { quizAttempts, quizVersions, quizzes } from "../db/tables/quizzes.table.ts";
import { isNewest, writeVersion } from "./quiz-version.ts";

const t = getTexts("quizzes");

/** Each change stores all questions, and answered versions are kept. */
const changeLimit = {
  name: "quiz-changes",
  points: 200,
  duration: 60 * 60,
  get message() {
    return t("server.tooManyChanges");
  },
};

/** The same error for missing quizzes and for those that the person may not see. */
export const quizNotFound = () => new AppError("not_found", quizMessages.missing);

const takenBy = (condition = sql`true`) => sql<number>`(
  select count(distinct attempt.student_id)::integer from ${quizAttempts} attempt
  where attempt.quiz_id = ${quizzes.id} and ${condition}
)`;

/**
 * The quizzes of the acting teacher's course with their solutions, oldest first.
 * @throws AppError `forbidden` for students; `not_found` for missing courses and for those of other
 * teachers.
 */
export async function listOwnQuizzes(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<OwnQuiz[]> {
  const teacher = requireTeacher(actor);
  await requireTeacherOf(context.db, teacher, courseId, { refusal: courseNotFound });
  const rows = await context.db
    .select({
      id: quizzes.id,
      title: quizzes.title,
      passMark: quizVersions.passMark,
      questions: quizVersions.questions,
      takenBy: takenBy(),
      passedBy: takenBy(sql`attempt.passed`),
    })
    .from(quizzes)
    .innerJoin(quizVersions, and(eq(quizVersions.quizId, quizzes.id), isNewest))
    .where(and(eq(quizzes.courseId, courseId), isNull(quizzes.removedAt)))
    .orderBy(asc(quizzes.createdAt), asc(quizzes.id));
  return rows.map(({ id, ...quiz }) => ({ _id: id, ...quiz }));
}

/**
 * Adds a quiz to the acting teacher's course.
 * @throws AppError `forbidden` and `not_found`, like `lockOwnCourse`; `conflict` if the course has
 * the maximum number of quizzes; `rate_limited`.
 */
export async function addQuiz(
  context: Context,
  actor: Actor,
  courseId: string,
  input: QuizInput,
): Promise<{ _id: string }> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  return context.db.transaction(async (tx) => {
    await lockOwnCourse(tx, teacher, courseId, courseMessages.notYours);
    const known = await tx.$count(
      quizzes,
      and(eq(quizzes.courseId, courseId), isNull(quizzes.removedAt)),
    );
    if (known >= quizLimits.quizzes) throw new AppError("conflict", quizMessages.full);
    const [quiz] = await tx
      .insert(quizzes)
      .values({ courseId, title: input.title })
      .returning({ id: quizzes.id });
    if (!quiz) throw new Error("The quiz was not stored");
    await writeVersion(tx, quiz.id, input);
    return { _id: quiz.id };
  });
}

/**
 * Changes a quiz. Existing attempts keep the questions that they answered.
 * @throws AppError `not_found`, `rate_limited`.
 */
export async function changeQuiz(
  context: Context,
  actor: Actor,
  quizId: string,
  input: QuizInput,
): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  await context.db.transaction(async (tx) => {
    await lockOwnQuiz(tx, teacher, quizId);
    await tx.update(quizzes).set({ title: input.title }).where(eq(quizzes.id, quizId));
    await writeVersion(tx, quizId, input);
  });
}

/**
 * Removes a quiz, so that the teacher can undo it. Attempts are kept. Quizzes that nobody has taken
 * are deleted when the next quiz of the course is removed.
 * @throws AppError `not_found`.
 */
export async function removeQuiz(context: Context, actor: Actor, quizId: string): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.db.transaction(async (tx) => {
    const { courseId } = await lockOwnQuiz(tx, teacher, quizId);
    await tx
      .delete(quizzes)
      .where(
        and(
          eq(quizzes.courseId, courseId),
          isNotNull(quizzes.removedAt),
          sql`not exists (select 1 from ${quizAttempts} attempt where attempt.quiz_id = ${quizzes}.id)`,
        ),
      );
    await tx.update(quizzes).set({ removedAt: new Date() }).where(eq(quizzes.id, quizId));
  });
}

/**
 * Undoes the removal of a quiz. Restoring it again has no effect.
 * @throws AppError `not_found`; `conflict` if the course has the maximum number of quizzes.
 */
export async function restoreQuiz(context: Context, actor: Actor, quizId: string): Promise<void> {
  const teacher = requireTeacher(actor);
  await context.db.transaction(async (tx) => {
    const { courseId, removedAt } = await lockOwnQuiz(tx, teacher, quizId, { removedToo: true });
    if (!removedAt) return;
    await lockOwnCourse(tx, teacher, courseId, courseMessages.notYours);
    const known = await tx.$count(
      quizzes,
      and(eq(quizzes.courseId, courseId), isNull(quizzes.removedAt)),
    );
    if (known >= quizLimits.quizzes) throw new AppError("conflict", quizMessages.full);
    await tx.update(quizzes).set({ removedAt: null }).where(eq(quizzes.id, quizId));
  });
}

async function lockOwnQuiz(
  tx: Db,
  teacher: ProfiledActor,
  quizId: string,
  { removedToo = false } = {},
) {
  const [quiz] = await tx
    .select({ courseId: quizzes.courseId, removedAt: quizzes.removedAt })
    .from(quizzes)
    .innerJoin(courses, eq(courses.id, quizzes.courseId))
    .where(
      and(
        eq(quizzes.id, quizId),
        isTeacherOf(teacher.profile.id),
        removedToo ? undefined : isNull(quizzes.removedAt),
      ),
    )
    .for("update", { of: quizzes });
  if (!quiz) throw quizNotFound();
  return quiz;
}
