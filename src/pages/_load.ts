/** Reading what a page shows, with the two things that may come in between. */
import { AppError } from "#lib/errors.ts";
import { getContext } from "#server/context.ts";
import { mayReadAgainSoon } from "#server/db/failures.ts";

export type Loaded<T> = { state: "found"; value: T } | { state: "missing" } | { state: "trouble" };

interface Answer {
  response: { status?: number; headers: Headers };
}

/**
 * What `read` gives. Where there is no such thing, the page answers 404; while the database is
 * away or its rows stay locked, 503, which is never kept. Anything else is a fault of ours and is
 * thrown.
 */
export async function load<T>({ response }: Answer, read: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { state: "found", value: await read() };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") {
      response.status = 404;
      return { state: "missing" };
    }
    if (!mayReadAgainSoon(error)) throw error;
    getContext().log.warn({ err: error }, "A page waits for the database");
    response.status = 503;
    response.headers.set("Retry-After", "5");
    return { state: "trouble" };
  }
}
