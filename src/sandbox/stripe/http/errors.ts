import type { ContentfulStatusCode } from "hono/utils/http-status";

type StripeErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

interface StripeErrorOptions {
  type?: StripeErrorType;
  code?: string;
  param?: string;
  /** False when Stripe finds the fault before it starts to work: such answers aren't kept. */
  executed?: boolean;
}

/** A refusal in the words and the shape of Stripe's API. */
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

/** A parameter that can't be worked with. */
export function invalidParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, executed: false, ...(code && { code }) });
}

/** A parameter that does not fit how things stand: found while executing, so the answer is kept. */
export function refusedParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, ...(code && { code }) });
}

/** @param what the object's kind as Stripe's message names it, e.g. `payment_intent` */
export function noSuch(what: string, id: string, param = "id"): StripeError {
  const message = `No such ${what}: '${id}'`;
  return new StripeError(404, message, { code: "resource_missing", param, executed: false });
}
