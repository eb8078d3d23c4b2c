import { ApiError } from "#lib/client/api-error.ts";

/**
 * Request IDs of refunds whose outcome is unknown. They outlive the dialog, so that a retry can't
 * refund twice.
 */
const unanswered = new Map<string, string>();

/**
 * Sends a refund request with an ID that stays the same for every retry of the same amount (in
 * dollars) and enrollment until there is a definite answer.
 */
export async function requestRefundOnce<T>(
  enrollmentId: string,
  amount: number,
  ask: (requestId: string) => Promise<T>,
): Promise<T> {
  const key = `${enrollmentId} ${amount}`;
  const requestId = unanswered.get(key) ?? crypto.randomUUID();
  unanswered.set(key, requestId);
  try {
    const answer = await ask(requestId);
    unanswered.delete(key);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.temporary) unanswered.delete(key);
    throw error;
  }
}
