/** How emails to guardians queue a confirmation request, without knowing what it says. */
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";

export const guardianRequestJob = "guardian-request";

/** Asks a student's guardian to confirm, if that hasn't been done enough. */
export async function queueGuardianRequest(
  { jobs }: Pick<Context, "jobs">,
  tx: Db,
  studentId: string,
): Promise<void> {
  await jobs.send(tx, guardianRequestJob, { studentId });
}
