/** What the account forms show when the server refuses a request, with and without scripts. */

/** A refused request: an error of the API, or of a use case. */
export interface Refusal {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  message: string;
  /** Seconds to wait before a retry. */
  retryAfter?: number | undefined;
}

const minute = 60;

/**
 * The message for a refused account request: the form's own, or the server's if retrying right away
 * can't help.
 */
export function describeRefusal(
  { status, message, retryAfter = 0 }: Refusal,
  fallback: string,
): string {
  if (status === 429 && retryAfter > minute) {
    return `Too many attempts. Please try again in ${describeWait(retryAfter)}.`;
  }
  return status === 429 || status === 503 ? message : fallback;
}

/** The message for a refused sign-up. It contains the server's message or the body of its response. */
export function describeSignUpRefusal({ status, message }: Refusal): string {
  if (status > 0) return `Signup failed: ${message}`;
  return `Sign up failed: ${message || "Please check your inputs or try again."}`;
}

/** '17 s', or '12 minutes' for waits over a minute and a half. */
export function describeWait(seconds: number): string {
  return seconds > 1.5 * minute ? `${Math.ceil(seconds / minute)} minutes` : `${seconds} s`;
}
