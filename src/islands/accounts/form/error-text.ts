import { ApiError } from "#lib/client/api-error.ts";

const minute = 60;

/** Seconds to wait after a rate-limit error. Undefined for other errors. */
export function readRetryAfter(error: unknown): number | undefined {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : undefined;
}

/**
 * The message for a rejected account request: the form's own, or the server's if retrying right
 * away can't help.
 * @throws errors that aren't API errors.
 */
export function describeError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error;
  const wait = readRetryAfter(error) ?? 0;
  if (wait > minute) return `Too many attempts. Please try again in ${describeWait(wait)}.`;
  return error.status === 429 || error.status === 503 ? error.message : fallback;
}

/** '17 s', or '12 minutes' for waits over a minute and a half. */
export function describeWait(seconds: number): string {
  return seconds > 1.5 * minute ? `${Math.ceil(seconds / minute)} minutes` : `${seconds} s`;
}
