import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An error of the REST API in Zoom's format. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: number;
  readonly errors: { field: string; message: string }[] | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: number,
    message: string,
    errors?: { field: string; message: string }[],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  get body() {
    return { code: this.code, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

export function invalidToken(message = "Invalid access token."): ApiError {
  return new ApiError(401, 124, message);
}

export function meetingNotFound(id: string | number): ApiError {
  return new ApiError(404, 3001, `Meeting does not exist: ${id}.`);
}

export function userNotFound(id: string): ApiError {
  return new ApiError(404, 1001, `User does not exist: ${id}.`);
}

/** An error of the OAuth endpoints. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, reason: string) {
    super(reason);
    this.error = error;
  }

  get body() {
    return { reason: this.message, error: this.error };
  }
}

/** An error that is shown to a person as a page. */
export class PageError extends Error {
  readonly status: ContentfulStatusCode;

  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}
