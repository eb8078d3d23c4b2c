/**
 * The original error in a report of the job queue, which passes errors of its workers on as plain
 * copies with the queue's name. The log would show only that a copy is an object.
 */
export function findQueueError(reported: unknown): unknown {
  if (reported instanceof Error || typeof reported !== "object" || reported === null) {
    return reported;
  }
  if (!("message" in reported) || typeof reported.message !== "string") return reported;
  return Object.assign(new Error(reported.message), reported);
}
