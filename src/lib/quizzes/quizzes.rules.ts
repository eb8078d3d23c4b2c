/** Limits of quizzes that islands need without the schemas. */

export const questionKinds = ["single", "multiple"] as const;

export type QuestionKind = (typeof questionKinds)[number];

export const quizLimits = {
  quizzes: 30,
  questions: 30,
  options: 8,
  question: 500,
  option: 300,
  explanation: 500,
} as const;

export const defaultPassMark = 70;
