/** Queues confirmation requests to guardians without importing the text of the email. */
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";

export const guardianRequestJob = "guardian-request";

/** Queues a confirmation request to a student's guardian, within the limits. */
export async function queueGuardianRequest(
  { jobs }: Pick<Context, "jobs">,
  tx: Db,
  studentId: string,
): Promise<void> {
  await jobs.send(tx, guardianRequestJob, { studentId });
}
