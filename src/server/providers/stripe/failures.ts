/** Classifies Stripe's errors. No other module inspects them. */
import Stripe from "stripe";
import { AppError } from "#lib/errors.ts";

const { errors } = Stripe;

/**
 * Milliseconds after which Stripe may have discarded an idempotency key: a little less than a day.
 */
export const keptKeyMs = 20 * 60 * 60 * 1000;

/** Seconds after which people may try again. */
const retryAfter = 5;

const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Whether Stripe rejected the request because of its content. */
export function isRefusal(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

/** Stripe's code for the error. Undefined if there is none, or the error isn't Stripe's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof errors.StripeError ? error.code : undefined;
}

/** Whether the object in the request doesn't exist. */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && (error as Stripe.errors.StripeError).code === "resource_missing";
}

/** Whether Stripe rejected the request permanently, so that a retry won't help. */
export function isPermanentRefusal(error: unknown): boolean {
  return isRefusal(error) || error instanceof errors.StripePermissionError;
}

/** Whether the account in the request isn't, or is no longer, connected to us. */
export function isDisconnected(error: unknown): boolean {
  return (
    error instanceof errors.StripePermissionError &&
    (error as Stripe.errors.StripeError).code === "account_invalid"
  );
}

/** Whether Stripe has no accounts in the requested country. */
export function isCountryRefused(error: unknown): boolean {
  return isRefusal(error) && (error as Stripe.errors.StripeError).code === "country_unsupported";
}

/** Whether the charge is disputed. */
export function isDisputed(error: unknown): boolean {
  return isRefusal(error) && (error as Stripe.errors.StripeError).code === "charge_disputed";
}

/** Whether the charge was already refunded. */
export function isAlreadyRefunded(error: unknown): boolean {
  return (
    isRefusal(error) && (error as Stripe.errors.StripeError).code === "charge_already_refunded"
  );
}

/**
 * Whether Stripe repeated an earlier failure, which it stores for the idempotency key: the key gets
 * no other response for a day, and it is unknown whether anything was created.
 */
export function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof errors.StripeError)) return false;
  const isReplayed = error.headers?.["idempotent-replayed"] === "true";
  return isReplayed && (error.statusCode ?? 0) >= 500;
}

/** Whether the idempotency key was used for a request with other parameters. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof errors.StripeIdempotencyError;
}

/** Whether a request with the same idempotency key is still being processed. */
export function isInProgress(error: unknown): boolean {
  return error instanceof errors.StripeError && error.statusCode === 409;
}

/**
 * Whether the failed request certainly had no effect, because it was never sent or Stripe rejected
 * it. False means that the outcome is unknown: it may have succeeded before the response was lost.
 */
export function hadNoEffect(error: unknown): boolean {
  if (error instanceof errors.StripeConnectionError) {
    const { detail } = error;
    return detail instanceof Error && "code" in detail && neverSent.has(String(detail.code));
  }
  return (
    isRefusal(error) ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

/**
 * Turns a failure of Stripe into a retryable 503 error with the message. Other errors are returned
 * unchanged.
 */
export function toProviderError(error: unknown, message: string): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  return new AppError("provider_unavailable", message, { retryAfter, cause: error });
}

/**
 * Whether the payment provider is temporarily unable to respond, so that a retry later may succeed.
 */
export function isProviderFailure(error: unknown): boolean {
  return (
    error instanceof errors.StripeError ||
    (error instanceof AppError && error.code === "provider_unavailable")
  );
}

/**
 * Whether the provider as a whole is unavailable or overloaded, so that other requests would fail
 * too.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "provider_unavailable";
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500)
  );
}

/** Runs the work. A failure of the provider is thrown as a 503 error with the message. */
export async function callStripe<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error, message);
  }
}

/** The message for callers that handle the failure themselves, so that only logs show it. */
export const noAnswer = "The payment provider did not answer in time.";

/** The time limit for our own responses in milliseconds, however slow the provider is. */
const answerWithinMs = 9_000;

/**
 * Runs the work, and throws a 503 error with the message if it takes too long. The signal informs
 * the work, which may continue in the background; reconciliation records whatever it does
 * afterward.
 */
export async function withinDeadline<T>(
  message: string,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.abort();
    late.reject(new AppError("provider_unavailable", message, { retryAfter }));
  }, answerWithinMs);
  try {
    return await Promise.race([callStripe(message, () => work(deadline.signal)), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
