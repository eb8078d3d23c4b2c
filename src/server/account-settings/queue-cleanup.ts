/** Queues the cleanup after an account deletion: files, the meeting service and open checkouts. */
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { queueRevocation } from "../meetings/connection/connection.ts";
import type { ErasedPerson } from "./erasure/erase.ts";

export const deletionJobs = {
  files: "erase-files",
  rest: "finish-account-deletion",
} as const;

/** Requests that were authenticated before the deletion have finished after this time. */
const lastRequestsEndAfterMs = 2 * 60_000;

/**
 * Queues the cleanup in the transaction. It runs immediately, and again later for data that
 * requests in flight wrote in the meantime.
 */
export async function queueCleanup(
  context: Context,
  tx: Db,
  userId: string,
  erased: ErasedPerson,
): Promise<void> {
  const { jobs } = context;
  await queueExternalCleanup(context, tx, erased);
  await jobs.send(tx, deletionJobs.rest, { userId });
  const startAfter = new Date(Date.now() + lastRequestsEndAfterMs);
  await jobs.send(tx, deletionJobs.rest, { userId }, { startAfter });
}

/** Queues only the cleanup of data outside the database. */
export async function queueExternalCleanup(
  { jobs }: Context,
  tx: Db,
  { fileKeys, meetingAccess }: ErasedPerson,
): Promise<void> {
  if (fileKeys.length > 0) await jobs.send(tx, deletionJobs.files, { keys: fileKeys });
  for (const { provider, token } of meetingAccess) {
    await queueRevocation({ jobs }, tx, provider, token);
  }
}
