import type { FieldError } from "../errors.ts";
import { generalMessages } from "../general-messages.ts";

interface More {
  serverMessage?: string | undefined;
  retryAfter?: number | undefined;
  body?: string | undefined;
}

/** An API call that was rejected or got no response. `message` can be shown to the user. */
export class ApiError extends Error {
  readonly success = false;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly errors: FieldError[];
  /** Seconds to wait before a retry, if the server sent the number. */
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

  /**
   * Whether a later retry may succeed: there was no response, too many requests, or a server error.
   */
  get temporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Returns the message to show for any thrown value. Calls name the message for a failure without one
 * of the server's own as `fallback` of their request.
 */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : generalMessages.unexpected;
}
