/** Request IDs, which let the server recognize a request that is sent again. */
import { ApiError } from "./api-error.ts";

/** IDs of requests whose outcome is unknown. They outlive the dialog or form that sent them. */
const unanswered = new Map<string, string>();

/**
 * Sends a request with an ID that stays the same for every retry of the same change until there is a
 * definite answer, so that a retry after a lost answer can't make the change twice.
 * @param change names the change with all of its values.
 */
export async function requestOnce<T>(
  change: string,
  ask: (requestId: string) => Promise<T>,
): Promise<T> {
  const requestId = unanswered.get(change) ?? crypto.randomUUID();
  unanswered.set(change, requestId);
  try {
    const answer = await ask(requestId);
    unanswered.delete(change);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.temporary) unanswered.delete(change);
    throw error;
  }
}
