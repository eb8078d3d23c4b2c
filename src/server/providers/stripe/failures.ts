/** Classifies Stripe's errors. The only place that knows them. */
import Stripe from "stripe";
import { AppError } from "#lib/errors.ts";

const { errors } = Stripe;

/** Milliseconds after which Stripe may have dropped an idempotency key: a little less than a day. */
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

/** Whether Stripe understood the request and refused it for what it asks. */
export function isRefusal(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

/** Whether the object that the request names is not there. */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && (error as Stripe.errors.StripeError).code === "resource_missing";
}

/** Whether Stripe rejected the request permanently, so that a retry won't help. */
export function isPermanentRefusal(error: unknown): boolean {
  return isRefusal(error) || error instanceof errors.StripePermissionError;
}

/** Whether the account in the request isn't connected to us (anymore). */
export function isDisconnected(error: unknown): boolean {
  return (
    error instanceof errors.StripePermissionError &&
    (error as Stripe.errors.StripeError).code === "account_invalid"
  );
}

/** Whether a bank is asking for the charge back. */
export function isDisputed(error: unknown): boolean {
  return isRefusal(error) && (error as Stripe.errors.StripeError).code === "charge_disputed";
}

/** Whether the charge had been refunded before. */
export function isAlreadyRefunded(error: unknown): boolean {
  return (
    isRefusal(error) && (error as Stripe.errors.StripeError).code === "charge_already_refunded"
  );
}

/**
 * Whether Stripe repeated its own earlier failure, which it stores for this idempotency key: the key
 * gets no other response for a day, and it is unknown whether anything was created.
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

/** Whether the same request (by its idempotency key) is being processed right now. */
export function isInProgress(error: unknown): boolean {
  return error instanceof errors.StripeError && error.statusCode === 409;
}

/**
 * Whether the failed request certainly had no effect: it was never sent, or Stripe rejected it. False
 * means that it is unknown: it may have succeeded before the response was lost.
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

/** The failure as a retryable 503 with the message. Other errors don't change. */
export function toProviderError(error: unknown, message: string): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  return new AppError("provider_unavailable", message, { retryAfter, cause: error });
}

/** Whether the payment provider couldn't do its part now, so that trying again later makes sense. */
export function isProviderFailure(error: unknown): boolean {
  return (
    error instanceof errors.StripeError ||
    (error instanceof AppError && error.code === "provider_unavailable")
  );
}

/** Whether the provider as a whole is away or overloaded, so that other requests would fail too. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "provider_unavailable";
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500)
  );
}

/** Does the work. A failure of the provider becomes a 503 with the message. */
export async function callStripe<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error, message);
  }
}

/** Milliseconds within which a call of ours answers, whatever the provider does. */
const answerWithinMs = 9_000;

/**
 * Does the work, and answers 503 with the given message when it takes too long. The work is
 * notified by the signal and must be safe to go on alone: whatever it does later is found again by
 * reconciling.
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
