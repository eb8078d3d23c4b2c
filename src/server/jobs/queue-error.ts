/**
 * Restores an error from a report of the job queue, which passes on errors of its workers as plain
 * objects with the queue's name. Without this, the log would show only that the error is an object.
 */
export function findQueueError(reported: unknown): unknown {
  if (reported instanceof Error || typeof reported !== "object" || reported === null) {
    return reported;
  }
  if (!("message" in reported) || typeof reported.message !== "string") return reported;
  return Object.assign(new Error(reported.message), reported);
}
