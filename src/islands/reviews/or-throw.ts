import { ApiError } from "#lib/client/api-error.ts";
import type { ReportProblem } from "#lib/reviews/reviews.calls.ts";

/**
 * A call to the review service for those who await a value: what it tells of is thrown.
 * @throws ApiError
 */
export async function orThrow<T>(call: (tell: ReportProblem) => Promise<T | null>): Promise<T> {
  let problem = "";
  const answer = await call((message) => {
    problem = message;
  });
  if (answer === null) throw new ApiError(problem, 200);
  return answer;
}
