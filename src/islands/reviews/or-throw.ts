import { ApiError } from "#lib/client/api-error.ts";
import type { ReportProblem } from "#lib/reviews/reviews.calls.ts";

/**
 * Calls the review service and throws the error that the call reports.
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
