/** What a deletion leaves to jobs: files, the meeting service, open checkouts. */
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { queueRevocation } from "../meetings/connection/connection.ts";
import type { ErasedPerson } from "./erasure/erase.ts";

export const deletionJobs = {
  files: "erase-files",
  rest: "finish-account-deletion",
} as const;

/** Requests that had passed the door before the deletion are over after this many milliseconds. */
const lastRequestsEndAfterMs = 2 * 60_000;

/**
 * Queues the cleanup within the transaction: at once, and once more for data that arrives in the
 * meantime.
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
