import type { FieldError } from "../errors.ts";

/** A call that was refused or got no answer. `message` is fit to be shown. */
export class ApiError extends Error {
  readonly success = false;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly errors: FieldError[];

  constructor(message: string, status: number, errors: FieldError[] = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
  }

  /** Whether asking again later may help: no answer, too many requests, or trouble over there. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The words to show for whatever was thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
