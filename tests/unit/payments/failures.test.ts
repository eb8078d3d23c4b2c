import Stripe from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "#lib/errors.ts";
import {
  callStripe,
  hadNoEffect,
  isAlreadyRefunded,
  isInProgress,
  isMissing,
  isRefusal,
  withinDeadline,
} from "#server/providers/stripe/failures.ts";

const { errors } = Stripe;

function connectionError(code: string) {
  const detail = Object.assign(new Error(code), { code });
  return new errors.StripeConnectionError({ message: code, type: "api_error", detail });
}

const refusal = (code: string) =>
  new errors.StripeInvalidRequestError({ type: "invalid_request_error", statusCode: 400, code });

afterEach(() => {
  vi.useRealTimers();
});

describe("a failed call to the payment provider", () => {
  it("has no effect when the request was never sent or was rejected", () => {
    expect(hadNoEffect(connectionError("ECONNREFUSED"))).toBe(true);
    expect(hadNoEffect(refusal("parameter_missing"))).toBe(true);
    const limit = new errors.StripeRateLimitError({ type: "rate_limit_error", statusCode: 429 });
    expect(hadNoEffect(limit)).toBe(true);
  });

  it("has an unknown outcome when the response was lost or the provider failed", () => {
    expect(hadNoEffect(connectionError("ECONNRESET"))).toBe(false);
    expect(hadNoEffect(connectionError("ETIMEDOUT"))).toBe(false);
    const broken = new errors.StripeAPIError({ type: "api_error", statusCode: 500 });
    expect(hadNoEffect(broken)).toBe(false);
    const key = new errors.StripeIdempotencyError({ type: "idempotency_error", statusCode: 400 });
    expect(hadNoEffect(key)).toBe(false);
    expect(hadNoEffect(new Error("ours"))).toBe(false);
  });

  it("is recognized by the provider's error codes", () => {
    expect(isMissing(refusal("resource_missing"))).toBe(true);
    expect(isMissing(refusal("parameter_missing"))).toBe(false);
    expect(isAlreadyRefunded(refusal("charge_already_refunded"))).toBe(true);
    expect(isRefusal(connectionError("ECONNREFUSED"))).toBe(false);
    const busy = new errors.StripeAPIError({ type: "idempotency_error", statusCode: 409 });
    expect(isInProgress(busy)).toBe(true);
  });
});

describe("calling the payment provider", () => {
  it("turns its errors into a retryable 503 with our message", async () => {
    const work = callStripe("Not now.", () => Promise.reject(connectionError("ECONNRESET")));
    await expect(work).rejects.toMatchObject({
      code: "provider_unavailable",
      status: 503,
      message: "Not now.",
      retryAfter: expect.any(Number),
    });
  });

  it("leaves our own errors unchanged", async () => {
    const full = new AppError("conflict", "This course is full");
    await expect(callStripe("Not now.", () => Promise.reject(full))).rejects.toBe(full);
  });

  it("stops within ten seconds and aborts the work", async () => {
    vi.useFakeTimers();
    let isAborted = false;
    const work = withinDeadline("Not now.", (deadline) => {
      deadline.addEventListener("abort", () => {
        isAborted = true;
      });
      return new Promise(() => {});
    });
    const refused = expect(work).rejects.toMatchObject({ status: 503, message: "Not now." });
    await vi.advanceTimersByTimeAsync(9_999);
    await refused;
    expect(isAborted).toBe(true);
  });
});
