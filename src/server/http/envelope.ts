/** The shape of all API responses, fixed by the run contract. */
import type { Context as HonoContext } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { FieldError } from "#lib/errors.ts";

export interface Success<T> {
  success: true;
  status: "success";
  data: T;
  message?: string;
}

export interface Failure {
  success: false;
  status: "error";
  message: string;
  errors?: FieldError[];
}

/** Responds with `{success, status, data, message?}` and any additional top-level fields. */
export function ok<T>(
  c: HonoContext,
  data: T,
  options: {
    status?: ContentfulStatusCode;
    message?: string;
    topLevel?: Record<string, unknown>;
  } = {},
) {
  const body: Success<T> = { success: true, status: "success", data };
  if (options.message !== undefined) body.message = options.message;
  return c.json({ ...options.topLevel, ...body }, options.status ?? 200);
}

/** Responds with 201 after a creation. */
export function created<T>(c: HonoContext, data: T, message?: string) {
  return ok(c, data, message === undefined ? { status: 201 } : { status: 201, message });
}

export function failure(message: string, errors?: FieldError[]): Failure {
  return errors?.length
    ? { success: false, status: "error", message, errors }
    : { success: false, status: "error", message };
}
