/**
 * The error that use cases throw for expected failures. Codes are stable identifiers for code.
 * Messages are shown to users and come from the product specification where it defines one.
 */
export const statusByCode = {
  invalid_input: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  provider_unavailable: 503,
  database_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

export interface FieldError {
  /** The dotted path of the input field, such as `schedule.0.startTime`. */
  field: string;
  message: string;
}

interface AppErrorOptions {
  fields?: FieldError[];
  /** Seconds to wait before a retry; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  get status(): (typeof statusByCode)[ErrorCode] {
    return statusByCode[this.code];
  }
}

/** An expected failure of one field of the input. */
export function fieldError(code: ErrorCode, field: string, message: string): AppError {
  return new AppError(code, message, { fields: [{ field, message }] });
}
