import type { FieldError } from "../errors.ts";

interface More {
  serverMessage?: string | undefined;
  retryAfter?: number | undefined;
  body?: string | undefined;
}

/** A call that was refused or got no answer. `message` is fit to be shown. */
export class ApiError extends Error {
  readonly success = false;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly errors: FieldError[];
  /** In how many seconds trying again makes sense, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The server's own message, if it sent one. */
  readonly serverMessage: string | undefined;
  /** The response body, if it was plain text instead of the API's JSON. */
  readonly body: string | undefined;

  constructor(message: string, status: number, errors: FieldError[] = [], more: More = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
    this.retryAfter = more.retryAfter;
    this.serverMessage = more.serverMessage;
    this.body = more.body;
  }

  /** Whether asking again later may help: no answer, too many requests, or trouble over there. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The message to show for anything that was thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
