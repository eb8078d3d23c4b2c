/** Quizzes as the API returns them. */
import type { GradedQuestion, Question, QuestionWithoutSolution } from "./quizzes.ts";

/** A quiz with its solution, for the teacher of its course alone. */
export interface OwnQuiz {
  _id: string;
  title: string;
  passMark: number;
  questions: Question[];
  /** Different students who have taken it, and of them those who have passed. */
  takenBy: number;
  passedBy: number;
}

/** What a student sees before the answers are in: nothing of which answers are right. */
export interface QuizWithoutSolutions {
  _id: string;
  title: string;
  /** Identifies the questions. Answers to another version are rejected. */
  versionId: string;
  passMark: number;
  questions: QuestionWithoutSolution[];
}

/** One quiz in a student's progress. */
export interface QuizProgress {
  _id: string;
  title: string;
  questionCount: number;
  passMark: number;
  attempts: number;
  /** The best result, in whole percent; absent before the first attempt. */
  best?: number | undefined;
  passed: boolean;
  /** The newest attempt. */
  lastAttemptId?: string | undefined;
}

/** How one student did in a quiz, for the teacher of its course. */
export interface QuizResult {
  student: { _id: string; name: string; profileImageUrl?: string | undefined };
  attempts: number;
  /** The best result, in whole percent. */
  best: number;
  /** Whether any attempt passed. */
  passed: boolean;
  lastAttemptId: string;
}

/** An attempt with correct and incorrect answers. */
export interface AttemptView {
  _id: string;
  quizId: string;
  title: string;
  passMark: number;
  rightCount: number;
  questionCount: number;
  /** Whole percent. */
  score: number;
  passed: boolean;
  submittedAt: string;
  questions: GradedQuestion[];
}
