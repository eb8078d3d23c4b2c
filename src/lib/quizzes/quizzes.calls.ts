import { getTexts } from "#translations/quizzes.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import type { ApiBody } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import type {
  AttemptView,
  OwnQuiz,
  QuizResult,
  QuizWithoutSolutions,
} from "./quizzes.responses.ts";
import type { AttemptInput, QuizInput } from "./quizzes.ts";

const t = getTexts("quizzes");

const part = encodeURIComponent;

function requireObject<T>(body: ApiBody, fallback: string): T {
  const found = readObject<T>(body);
  if (!found) throw new ApiError(fallback, 200);
  return found;
}

/** Fetches the quizzes of the teacher's own course, with solutions. */
export async function fetchOwnQuizzes(courseId: string): Promise<OwnQuiz[]> {
  const fallback = t("call.own");
  return readList<OwnQuiz>(
    await callApi(`/quizzes/course/${part(courseId)}`, { fallback }),
    "quizzes",
  );
}

/** Adds a quiz to the course, or changes the quiz with the given ID. */
export async function saveQuiz(
  target: { courseId: string; quizId?: string | undefined },
  input: QuizInput,
): Promise<void> {
  const { courseId, quizId } = target;
  await callApi(
    quizId === undefined ? `/quizzes/course/${part(courseId)}` : `/quizzes/${part(quizId)}`,
    {
      method: quizId === undefined ? "POST" : "PUT",
      body: input,
      fallback: t("call.save"),
    },
  );
}

export async function removeQuiz(quizId: string): Promise<void> {
  await callApi(`/quizzes/${part(quizId)}`, {
    method: "DELETE",
    fallback: t("call.remove"),
  });
}

/** Undoes the removal of a quiz. */
export async function restoreQuiz(quizId: string): Promise<void> {
  await callApi(`/quizzes/${part(quizId)}/restore`, {
    method: "POST",
    fallback: t("call.restore"),
  });
}

export async function fetchQuiz(quizId: string): Promise<QuizWithoutSolutions> {
  const fallback = t("call.load");
  return requireObject<QuizWithoutSolutions>(
    await callApi(`/quizzes/${part(quizId)}`, { fallback }),
    fallback,
  );
}

export async function submitAttempt(quizId: string, input: AttemptInput): Promise<AttemptView> {
  const fallback = t("call.submit");
  const body = await callApi(`/quizzes/${part(quizId)}/attempts`, {
    method: "POST",
    body: input,
    fallback,
  });
  return requireObject<AttemptView>(body, fallback);
}

/** Fetches the students' results in a quiz of the teacher's own course. */
export async function fetchResults(quizId: string): Promise<QuizResult[]> {
  const fallback = t("call.results");
  return readList<QuizResult>(
    await callApi(`/quizzes/${part(quizId)}/results`, { fallback }),
    "results",
  );
}

export async function fetchAttempt(attemptId: string): Promise<AttemptView> {
  const fallback = t("call.answers");
  return requireObject<AttemptView>(
    await callApi(`/quizzes/attempts/${part(attemptId)}`, { fallback }),
    fallback,
  );
}
