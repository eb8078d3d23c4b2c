import { ApiError } from "#lib/client/api-error.ts";

const minute = 60;

/** The wait that a limit asks for, in seconds; undefined when the error is no limit's. */
export function readWait(error: unknown): number | undefined {
  return error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : undefined;
}

/**
 * The words for a refused account call: the form's own, which say what to do; the server's where
 * trying again at once can't help.
 * @throws what isn't a refusal.
 */
export function explain(error: unknown, words: string): string {
  if (!(error instanceof ApiError)) throw error;
  const wait = readWait(error) ?? 0;
  if (wait > minute) return `Too many attempts. Please try again in ${describeWait(wait)}.`;
  return error.status === 429 || error.status === 503 ? error.message : words;
}

/** '17 s', and beyond a minute and a half '12 minutes'. */
export function describeWait(seconds: number): string {
  return seconds > 1.5 * minute ? `${Math.ceil(seconds / minute)} minutes` : `${seconds} s`;
}
