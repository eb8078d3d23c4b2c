/** Classifies database errors, regardless of how many layers wrap them. */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("http");

interface DatabaseFailure {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** The driver's error inside Drizzle's error. */
function findDriverFailure(error: unknown): DatabaseFailure | undefined {
  for (let current = error; typeof current === "object" && current !== null; ) {
    const failure = current as DatabaseFailure;
    if (typeof failure.code === "string") return failure;
    if (failure.cause === undefined) return failure;
    current = failure.cause;
  }
  return undefined;
}

// 57014: a statement exceeded its timeout, for example because rows stayed locked. 53 and 58: disk, memory
// or connections are exhausted, or files can't be read. 25006: read-only, for example during a failover.
// 25P03: a transaction waited too long for its next statement, because the process was busy.
// `database_unavailable`: our own pool had no connection in time.
const connectionCodes =
  /^(08|53|58|57P0|57014|25006|25P03|ECONN|EPIPE|ENOENT|ETIMEDOUT|database_unavailable$)/;
/**
 * The NOTIFY queue is full: until a stuck listener ends, no transaction that notifies other
 * processes can be committed.
 */
const queueFull = { code: "54000", message: /NOTIFY queue/ };
const connectionMessages =
  /connection terminated|is not queryable|timeout exceeded when trying to connect|cannot connect|query read timeout/i;

/** Whether the database is unavailable, so that a retry makes sense. */
export function isDatabaseDown(error: unknown): boolean {
  const failure = findDriverFailure(error);
  if (!failure) return false;
  const { code } = failure;
  const message = String(failure.message ?? "");
  if (code === queueFull.code) return queueFull.message.test(message);
  return typeof code === "string" ? connectionCodes.test(code) : connectionMessages.test(message);
}

/** The error to return while the database is unavailable. */
export function databaseUnavailable(cause?: unknown): AppError {
  const message = t("unavailable");
  return new AppError("database_unavailable", message, { retryAfter: 2, cause });
}

/** Whether a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return findDriverFailure(error)?.code === "55P03";
}

/**
 * Whether a read may succeed when it is retried: the database is down, or a lock was held for too
 * long.
 */
export function isRetryableRead(error: unknown): boolean {
  return isDatabaseDown(error) || isLockTimeout(error);
}

/** The name of the violated unique or exclusion constraint, if any. */
export function findBrokenConstraint(error: unknown): string | undefined {
  const failure = findDriverFailure(error);
  const isConflict = failure?.code === "23505" || failure?.code === "23P01";
  return isConflict && typeof failure.constraint === "string" ? failure.constraint : undefined;
}

/**
 * Whether the transaction lost a conflict with another one (serialization failure, deadlock) and
 * can be retried.
 */
export function isLostRace(error: unknown): boolean {
  const code = findDriverFailure(error)?.code;
  return code === "40001" || code === "40P01";
}
