/** Telling database failures apart, whatever layer wrapped them. */
import { AppError } from "#lib/errors.ts";

interface DatabaseFailure {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** The failure as the driver reported it, below what Drizzle wraps around it. */
function findDriverFailure(error: unknown): DatabaseFailure | undefined {
  for (let current = error; typeof current === "object" && current !== null; ) {
    const failure = current as DatabaseFailure;
    if (typeof failure.code === "string") return failure;
    if (failure.cause === undefined) return failure;
    current = failure.cause;
  }
  return undefined;
}

// 57014: a statement ran into its time limit, as when the rows it waits for stay locked. 53 and 58: its
// disk, memory or connections are used up, or its files fail. 25006: it can only be read, as during a
// change to another machine. `database_unavailable`: our own pool had no connection in time.
const connectionCodes =
  /^(08|53|58|57P0|57014|25006|ECONN|EPIPE|ENOENT|ETIMEDOUT|database_unavailable$)/;
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|cannot connect|query read timeout/i;

/** Whether the database can't be reached now, so that trying again soon makes sense. */
export function isDatabaseDown(error: unknown): boolean {
  const failure = findDriverFailure(error);
  if (!failure) return false;
  if (typeof failure.code === "string") return connectionCodes.test(failure.code);
  return typeof failure.message === "string" && connectionMessages.test(failure.message);
}

/** The answer while the database can't be reached. */
export function databaseUnavailable(cause?: unknown): AppError {
  const message = "The service is unavailable. Please try again soon.";
  return new AppError("database_unavailable", message, { retryAfter: 2, cause });
}

/** Whether somebody else kept a lock for longer than a statement waits for it. */
export function isLockTimeout(error: unknown): boolean {
  return findDriverFailure(error)?.code === "55P03";
}

/** Whether who reads again soon may succeed: the database is away, or somebody keeps a lock for long. */
export function isRetryableRead(error: unknown): boolean {
  return isDatabaseDown(error) || isLockTimeout(error);
}

/** The name of the unique or exclusion constraint that a change would have broken, if any. */
export function findBrokenConstraint(error: unknown): string | undefined {
  const failure = findDriverFailure(error);
  const isConflict = failure?.code === "23505" || failure?.code === "23P01";
  return isConflict && typeof failure.constraint === "string" ? failure.constraint : undefined;
}

/** Whether the transaction lost against another one (serialization, deadlock) and may be repeated. */
export function isLostRace(error: unknown): boolean {
  const code = findDriverFailure(error)?.code;
  return code === "40001" || code === "40P01";
}
