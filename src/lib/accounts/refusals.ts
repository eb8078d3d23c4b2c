/** What the account forms show when the server refuses a request, with and without scripts. */
import { getTexts } from "#translations/accounts.ts";

const t = getTexts("accounts");

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
    const { unit, count } = measureWait(retryAfter);
    return t(`tooManyAttempts.${unit}`, { count });
  }
  // Suspended people read why and until when.
  return status === 403 || status === 429 || status === 503 ? message : fallback;
}

/** The message for a refused sign-up. It contains the server's message or the body of its response. */
export function describeSignUpRefusal({ status, message }: Refusal): string {
  if (status > 0) return t("signUp.refused", { message });
  return message ? t("signUp.failed", { message }) : t("signUp.failedWithoutReason");
}

/** The label of a button that can't be used yet: 'Resend code in 17 s'. */
export function describeDelay(button: string, seconds: number): string {
  const { unit, count } = measureWait(seconds);
  return t(`resendIn.${unit}`, { button, count });
}

/** Seconds, or minutes for waits over a minute and a half. */
function measureWait(seconds: number): { unit: "seconds" | "minutes"; count: number } {
  return seconds > 1.5 * minute
    ? { unit: "minutes", count: Math.ceil(seconds / minute) }
    : { unit: "seconds", count: seconds };
}
