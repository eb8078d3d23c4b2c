import { describeRefusal } from "#lib/accounts/refusals.ts";
import { ApiError } from "#lib/client/api-error.ts";

/** Seconds to wait after a rate-limit error. Undefined for other errors. */
export function readRetryAfter(error: unknown): number | undefined {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : undefined;
}

/**
 * The message for a rejected account request.
 * @throws errors that aren't API errors.
 */
export function describeError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error;
  return describeRefusal(error, fallback);
}
