import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { getTexts } from "#translations/translate.ts";
import { databaseUnavailable, isDatabaseDown, isLockTimeout } from "../db/failures.ts";
import type { AppEnv } from "./app-env.ts";
import { clientAbortText, isClientAbort } from "./client-abort.ts";
import { failure } from "./envelope.ts";

const t = getTexts("http");

/**
 * Handles all errors: expected ones are returned to the client, and unexpected ones are logged and
 * hidden.
 */
export function onError(error: Error, c: HonoContext<AppEnv>): Response {
  const known = toAppError(error);
  if (known) {
    if (known.status >= 500) c.var.log.warn({ err: error }, "Service temporarily unavailable");
    if (known.retryAfter !== undefined) c.header("Retry-After", String(known.retryAfter));
    return c.json(failure(known.message, known.fields), known.status);
  }
  if (error instanceof HTTPException) {
    return c.json(failure(error.message || t("rejected")), error.status);
  }
  if (isClientAbort(error, c.req.raw)) {
    c.var.log.debug(clientAbortText);
    return c.json(failure(clientAbortText), 400);
  }
  c.var.log.error({ err: error }, "Unhandled error");
  return c.json(failure(generalMessages.failed), 500);
}

/** Converts an expected error to an AppError. Undefined for unexpected errors. */
export function toAppError(error: unknown): AppError | undefined {
  const expected = findAppError(error);
  if (expected) return expected;
  if (isLockTimeout(error)) {
    return new AppError("conflict", t("locked"), {
      retryAfter: 2,
      cause: error,
    });
  }
  return isDatabaseDown(error) ? databaseUnavailable(error) : undefined;
}

/** Finds an AppError in the chain of causes, because Drizzle wraps those of the connection pool. */
export function findAppError(error: unknown): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return cause;
  }
  return undefined;
}
