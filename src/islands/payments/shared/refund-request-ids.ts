import { ApiError } from "#lib/client/api-error.ts";

/** Wishes that nobody knows the end of; they outlive the dialog, so that each is made once. */
const unanswered = new Map<string, string>();

/**
 * Asks for a refund under a name of its own: the same for every try of the same amount (in dollars)
 * of an enrolment until there is a definite answer.
 */
export async function requestRefundOnce<T>(
  enrollmentId: string,
  amount: number,
  ask: (requestId: string) => Promise<T>,
): Promise<T> {
  const wish = `${enrollmentId} ${amount}`;
  const requestId = unanswered.get(wish) ?? crypto.randomUUID();
  unanswered.set(wish, requestId);
  try {
    const answer = await ask(requestId);
    unanswered.delete(wish);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.temporary) unanswered.delete(wish);
    throw error;
  }
}
