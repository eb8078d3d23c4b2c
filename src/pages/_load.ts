/** Loads a page's data and handles missing subjects and database failures. */
import { AppError } from "#lib/errors.ts";
import { getContext } from "#server/context.ts";
import { isRetryableRead } from "#server/db/failures.ts";

export type Loaded<T> = { state: "found"; value: T } | { state: "missing" } | { state: "failed" };

interface Answer {
  response: { status?: number; headers: Headers };
}

/**
 * The result of `read`. Sets the page's status to 404 if the subject doesn't exist, and to 503,
 * which is never cached, if the database is unavailable. Rethrows all other errors.
 */
export async function load<T>({ response }: Answer, read: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { state: "found", value: await read() };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") {
      response.status = 404;
      return { state: "missing" };
    }
    if (!isRetryableRead(error)) throw error;
    getContext().log.warn({ err: error }, "A page could not read from the database");
    response.status = 503;
    response.headers.set("Retry-After", "5");
    return { state: "failed" };
  }
}
