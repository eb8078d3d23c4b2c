/** The shapes of quizzes for /api/openapi.json. */
import * as z from "zod/mini";
import type {
  AttemptView,
  OwnQuiz,
  QuizResult,
  QuizWithoutSolutions,
} from "#lib/quizzes/quiz-views.ts";
import { questionKinds } from "#lib/quizzes/quizzes.ts";

const text = z.string();
const questionFields = {
  id: text,
  kind: z.enum(questionKinds),
  text,
  options: z.array(z.object({ id: text, text })),
};

const ownQuizData: z.ZodMiniType<OwnQuiz> = z.object({
  _id: text,
  title: text,
  passMark: z.int(),
  questions: z.array(
    z.object({
      ...questionFields,
      explanation: z.optional(text),
      options: z.array(z.object({ id: text, text, right: z.boolean() })),
    }),
  ),
  takenBy: z.int(),
  passedBy: z.int(),
});
export const ownQuizzesData = z.array(ownQuizData);

export const createdQuizData = z.object({ _id: text });

export const quizToTakeData: z.ZodMiniType<QuizWithoutSolutions> = z.object({
  _id: text,
  title: text,
  versionId: text,
  passMark: z.int(),
  questions: z.array(z.object(questionFields)),
});

const resultData: z.ZodMiniType<QuizResult> = z.object({
  student: z.object({ _id: text, name: text, profileImageUrl: z.optional(text) }),
  attempts: z.int(),
  best: z.int(),
  passed: z.boolean(),
  lastAttemptId: text,
});
export const resultsData = z.array(resultData);

export const attemptData: z.ZodMiniType<AttemptView> = z.object({
  _id: text,
  quizId: text,
  title: text,
  passMark: z.int(),
  rightCount: z.int(),
  questionCount: z.int(),
  score: z.int(),
  passed: z.boolean(),
  submittedAt: text,
  questions: z.array(
    z.object({
      ...questionFields,
      right: z.boolean(),
      chosen: z.array(text),
      solution: z.exactOptional(z.array(text)),
      explanation: z.exactOptional(text),
    }),
  ),
});
