/**
 * The error in what the job queue reports: it hands errors of its workers on as plain copies,
 * beside which it puts the queue's name. Of a copy the log would tell nothing but that it is an object.
 */
export function findQueueError(reported: unknown): unknown {
  if (reported instanceof Error || typeof reported !== "object" || reported === null) {
    return reported;
  }
  if (!("message" in reported) || typeof reported.message !== "string") return reported;
  return Object.assign(new Error(reported.message), reported);
}
