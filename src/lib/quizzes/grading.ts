/** Grades the answers to a quiz. */
import type { GradedQuestion, Question, QuestionWithoutSolution } from "./quizzes.responses.ts";

/** The part of a question that the server may send before the answers are submitted. */
export function withoutSolution({ id, kind, text, options }: Question): QuestionWithoutSolution {
  return { id, kind, text, options: options.map((each) => ({ id: each.id, text: each.text })) };
}

/** An answer is correct if exactly the correct options are chosen. */
export function isCorrect(question: Question, chosen: readonly string[]): boolean {
  const picked = new Set(chosen);
  return question.options.every(({ id, right }) => picked.has(id) === right);
}

/** Whether the share of correct answers reaches the pass mark, in percent. */
export function isPassed(right: number, questions: number, passMark: number): boolean {
  return right * 100 >= passMark * questions;
}

/** The score as a whole percentage, rounded down. */
export function scoreOf(right: number, questions: number): number {
  return questions === 0 ? 0 : Math.floor((right * 100) / questions);
}

export function gradeAttempt(
  questions: readonly Question[],
  answers: Record<string, string[]>,
  passed: boolean,
): GradedQuestion[] {
  return questions.map((question) => {
    const known = new Set(question.options.map(({ id }) => id));
    const chosen = (answers[question.id] ?? []).filter((id) => known.has(id));
    return {
      ...withoutSolution(question),
      right: isCorrect(question, chosen),
      chosen,
      ...(passed
        ? { solution: question.options.filter(({ right }) => right).map(({ id }) => id) }
        : {}),
      ...(question.explanation ? { explanation: question.explanation } : {}),
    };
  });
}
