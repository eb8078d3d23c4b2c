import { desc, eq, sql } from "drizzle-orm";
import type { Question } from "#lib/quizzes/quizzes.responses.ts";
import type { QuizInput } from "#lib/quizzes/quizzes.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { quizAttempts, quizVersions, quizzes } from "../db/tables/quizzes.table.ts";

export type QuizVersion = typeof quizVersions.$inferSelect;

/** Whether a version is the latest of its quiz, for queries on both tables. */
export const isNewest = sql`${quizVersions.number} = (
  select max(version.number) from ${quizVersions} version where version.quiz_id = ${quizzes.id}
)`;

/** Converts the teacher's input to stored questions, giving each question and option its own ID. */
export function toQuestions(input: QuizInput): Question[] {
  const taken = new Set<string>();
  const keep = (id: string | undefined, prefix: string): string => {
    const uniqueId = id === undefined || taken.has(id) ? newId(prefix) : id;
    taken.add(uniqueId);
    return uniqueId;
  };
  return input.questions.map(({ id, kind, text, explanation, options }) => ({
    id: keep(id, "qst"),
    kind,
    text,
    ...(explanation ? { explanation } : {}),
    options: options.map((option) => ({ ...option, id: keep(option.id, "opt") })),
  }));
}

/**
 * Updates the questions of a quiz. A version that someone has answered isn't changed; a new version
 * follows it. Other versions are overwritten.
 */
export async function writeVersion(tx: Db, quizId: string, input: QuizInput): Promise<void> {
  const content = { passMark: input.passMark, questions: toQuestions(input) };
  const [newest] = await tx
    .select({ id: quizVersions.id, number: quizVersions.number })
    .from(quizVersions)
    .where(eq(quizVersions.quizId, quizId))
    .orderBy(desc(quizVersions.number))
    .limit(1);
  const isAnswered =
    newest !== undefined &&
    (await tx.$count(quizAttempts, eq(quizAttempts.versionId, newest.id))) > 0;
  if (newest && !isAnswered) await tx.delete(quizVersions).where(eq(quizVersions.id, newest.id));
  // A new row is needed even if the old version was deleted: a student who has it open must not
  // submit answers to other questions.
  await tx.insert(quizVersions).values({ quizId, number: (newest?.number ?? 0) + 1, ...content });
}
