import type { ContentfulStatusCode } from "hono/utils/http-status";

type StripeErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

interface StripeErrorOptions {
  type?: StripeErrorType;
  code?: string;
  param?: string;
  /**
   * False if Stripe rejects the request before executing it. Such responses aren't stored for the
   * idempotency key.
   */
  executed?: boolean;
}

/** An error with the message and format of Stripe's API. */
export class StripeError extends Error {
  readonly status: ContentfulStatusCode;
  readonly executed: boolean;
  readonly body: { error: Record<string, string> };

  constructor(status: ContentfulStatusCode, message: string, options: StripeErrorOptions = {}) {
    super(message);
    this.name = "StripeError";
    this.status = status;
    this.executed = options.executed ?? true;
    const { code, param } = options;
    this.body = {
      error: {
        ...(code && {
          code,
          doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
        }),
        message,
        ...(param && { param }),
        type: options.type ?? "invalid_request_error",
      },
    };
  }
}

/** An invalid parameter. */
export function invalidParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, executed: false, ...(code && { code }) });
}

/**
 * A parameter that conflicts with the current state. This is found during execution, so the
 * response is stored.
 */
export function refusedParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, ...(code && { code }) });
}

/** @param what the kind of object in Stripe's message, such as `payment_intent`. */
export function noSuch(what: string, id: string, param = "id"): StripeError {
  const message = `No such ${what}: '${id}'`;
  return new StripeError(404, message, { code: "resource_missing", param, executed: false });
}
