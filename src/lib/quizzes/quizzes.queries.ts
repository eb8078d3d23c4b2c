/** Queries for quizzes and attempts. */
import { queryOptions } from "../client/query-client.ts";
import { fetchAttempt, fetchOwnQuizzes, fetchQuiz, fetchResults } from "./quizzes.calls.ts";

/** The quizzes of the teacher's own course, with solutions. */
export const ownQuizzesOptions = (courseId: string) =>
  queryOptions({
    queryKey: ["quizzes", "course", courseId],
    queryFn: () => fetchOwnQuizzes(courseId),
  });

/**
 * A quiz to take. It is never refetched while the student is answering. Each attempt fetches it
 * again.
 */
export const quizOptions = (quizId: string) =>
  queryOptions({
    queryKey: ["quizzes", "one", quizId],
    queryFn: () => fetchQuiz(quizId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The students' results in a quiz of the teacher's own course. */
export const quizResultsOptions = (quizId: string) =>
  queryOptions({
    queryKey: ["quizzes", "results", quizId],
    queryFn: () => fetchResults(quizId),
    staleTime: 0,
  });

export const attemptOptions = (attemptId: string) =>
  queryOptions({
    queryKey: ["quizzes", "attempt", attemptId],
    queryFn: () => fetchAttempt(attemptId),
  });
