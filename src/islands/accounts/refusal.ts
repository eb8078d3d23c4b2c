import { ApiError } from "#lib/client/api-error.ts";

/**
 * The words for a refused account call: the form's own, which say what to do; the server's where
 * trying again at once can't help.
 * @throws what isn't a refusal.
 */
export function explain(error: unknown, words: string): string {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 429 || error.status === 503 ? error.message : words;
}
