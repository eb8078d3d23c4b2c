/**
 * `unavailable`: no answer in time, a 5xx, a 429 or a response that can't be read; the outcome of
 * a write is unknown. `revoked`: the person took the access back, or the token is no longer good.
 * `rejected`: Zoom refuses the request as it is. `not_found`: what it names does not exist.
 */
export type ZoomErrorKind = "unavailable" | "revoked" | "rejected" | "not_found";

/** What a call to Zoom throws. Neither message nor cause hold a token, a code or a secret. */
export class ZoomError extends Error {
  readonly kind: ZoomErrorKind;
  /** Seconds to wait, when Zoom said so. */
  readonly retryAfter: number | undefined;
  /** Zoom's own number for the refusal, e.g. 3001. */
  readonly code: number | undefined;

  constructor(
    kind: ZoomErrorKind,
    message: string,
    options: { retryAfter?: number; code?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ZoomError";
    this.kind = kind;
    this.retryAfter = options.retryAfter;
    this.code = options.code;
  }
}
