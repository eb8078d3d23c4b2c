/** Responses about quizzes and attempts. */
import * as z from "zod/mini";
import { questionKinds } from "./quizzes.rules.ts";

const option = { id: z.string(), text: z.string() };

/** A question, as shown to students before they answer. */
const question = {
  id: z.string(),
  kind: z.enum(questionKinds),
  text: z.string(),
  options: z.array(z.object(option)),
};
const questionWithoutSolution = z.object(question);
export type QuestionWithoutSolution = z.output<typeof questionWithoutSolution>;

/** A stored question with its solution. */
const questionWithSolution = z.object({
  ...question,
  explanation: z.optional(z.string()),
  options: z.array(z.object({ ...option, right: z.boolean() })),
});
export type Question = z.output<typeof questionWithSolution>;

const gradedQuestion = z.object({
  ...question,
  right: z.boolean(),
  chosen: z.array(z.string()),
  /**
   * The correct options. They are included only after the quiz is passed, because a retry would be
   * pointless otherwise.
   */
  solution: z.exactOptional(z.array(z.string())),
  explanation: z.exactOptional(z.string()),
});
export type GradedQuestion = z.output<typeof gradedQuestion>;

/** A quiz with its solutions, only for the teacher of the course. */
const ownQuiz = z.object({
  _id: z.string(),
  title: z.string(),
  /** In percent. */
  passMark: z.int(),
  questions: z.array(questionWithSolution),
  /** The number of students who have taken the quiz, and of those who have passed. */
  takenBy: z.int(),
  passedBy: z.int(),
});
export type OwnQuiz = z.output<typeof ownQuiz>;

export const ownQuizzesSchema = z.array(ownQuiz);

export const newQuizSchema = z.object({ _id: z.string() });

/** A quiz to take, without the correct answers. */
export const quizWithoutSolutionsSchema = z.object({
  _id: z.string(),
  title: z.string(),
  /** The version of the questions. Answers to another version are rejected. */
  versionId: z.string(),
  passMark: z.int(),
  questions: z.array(questionWithoutSolution),
});
export type QuizWithoutSolutions = z.output<typeof quizWithoutSolutionsSchema>;

/** One quiz in a student's progress. */
export const quizProgressSchema = z.object({
  _id: z.string(),
  title: z.string(),
  questionCount: z.int(),
  passMark: z.int(),
  attempts: z.int(),
  /** The best score as a whole percentage; absent before the first attempt. */
  best: z.optional(z.int()),
  passed: z.boolean(),
  /** The ID of the latest attempt. */
  lastAttemptId: z.optional(z.string()),
});
export type QuizProgress = z.output<typeof quizProgressSchema>;

/** One student's result in a quiz, only for the teacher of the course. */
const quizResult = z.object({
  student: z.object({
    _id: z.string(),
    name: z.string(),
    profileImageUrl: z.optional(z.string()),
  }),
  attempts: z.int(),
  /** The best score as a whole percentage. */
  best: z.int(),
  /** Whether the student passed in any attempt. */
  passed: z.boolean(),
  lastAttemptId: z.string(),
});
export type QuizResult = z.output<typeof quizResult>;

export const quizResultsSchema = z.array(quizResult);

/** A graded attempt. */
export const attemptSchema = z.object({
  _id: z.string(),
  quizId: z.string(),
  title: z.string(),
  passMark: z.int(),
  rightCount: z.int(),
  questionCount: z.int(),
  /** As a whole percentage. */
  score: z.int(),
  passed: z.boolean(),
  submittedAt: z.string(),
  questions: z.array(gradedQuestion),
});
export type AttemptView = z.output<typeof attemptSchema>;
