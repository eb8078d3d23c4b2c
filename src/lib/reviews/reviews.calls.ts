/**
 * API calls to the review service. They don't throw. On failure they report the service's message
 * or 'Error: {status}' and return null.
 */

import { getTexts } from "#translations/reviews.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { type ApiBody, type ApiRequest, sendRequest } from "../client/http.ts";
import { readList, readObject } from "../client/readers.ts";
import type { Mark, OwnReviews, Review } from "./reviews.responses.ts";
import {
  appResourceId,
  defaultReviewResourceType,
  type ReviewResourceType,
} from "./reviews.rules.ts";
import type { CreateReviewInput, Reviewed, UpdateReviewInput } from "./reviews.ts";

const t = getTexts("reviews");

/** Shows or records the reason why a call failed. */
export type ReportProblem = (message: string) => void;

const inService = (request: ApiRequest = {}): ApiRequest => ({
  ...request,
  headers: { ...request.headers, "app-id": appResourceId },
});

const one = (id: string) => `/reviews/${encodeURIComponent(id)}`;

async function ask<T>(
  call: Promise<ApiBody>,
  read: (body: ApiBody) => T | undefined,
  report: ReportProblem,
): Promise<T | null> {
  try {
    return read(await call) ?? null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isAnswer = error.status > 0 && error.status !== 401;
    report(
      error.serverMessage ??
        (isAnswer ? t("error.status", { status: String(error.status) }) : error.message),
    );
    return null;
  }
}

/** Fetches the reviews of one type, newest first. */
export function fetchReviewsOfType(
  report: ReportProblem,
  type: ReviewResourceType = defaultReviewResourceType,
): Promise<Review[] | null> {
  const call = sendRequest(`/reviews/resource/type/${type}`, inService());
  return ask(call, (body) => readList<Review>(body, "reviews"), report);
}

/** Fetches the user's own review of a resource, and the user's marks on other people's reviews. */
export function fetchOwnReviews(
  report: ReportProblem,
  reviewed: Reviewed,
): Promise<OwnReviews | null> {
  const call = callApi(`/reviews/own?${new URLSearchParams({ ...reviewed })}`, inService());
  return ask(call, readObject<OwnReviews>, report);
}

export function createReview(
  report: ReportProblem,
  input: CreateReviewInput,
): Promise<Review | null> {
  const call = callApi("/reviews", inService({ method: "POST", body: input }));
  return ask(call, readObject<Review>, report);
}

export function updateReview(
  report: ReportProblem,
  id: string,
  input: UpdateReviewInput,
): Promise<Review | null> {
  const call = callApi(one(id), inService({ method: "PATCH", body: input }));
  return ask(call, readObject<Review>, report);
}

/** @returns true once the review is deleted. */
export function deleteReview(report: ReportProblem, id: string): Promise<true | null> {
  return ask(callApi(one(id), inService({ method: "DELETE" })), () => true, report);
}

/** Marks a review, or removes the mark. */
export function toggleReviewMark(
  report: ReportProblem,
  id: string,
  kind: "helpful" | "report",
): Promise<Mark | null> {
  const call = callApi(`${one(id)}/${kind}`, inService({ method: "POST", body: {} }));
  return ask(call, readObject<Mark>, report);
}

/**
 * Calls the review service, and throws the error that the call reports.
 * @throws ApiError
 */
export async function orThrow<T>(call: (report: ReportProblem) => Promise<T | null>): Promise<T> {
  let problem = "";
  const answer = await call((message) => {
    problem = message;
  });
  if (answer === null) throw new ApiError(problem, 200);
  return answer;
}
