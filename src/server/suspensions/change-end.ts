/** Moving the end of a suspension that is in effect. */
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { mailPaused } from "./paused-classes.mails.ts";
import type { SuspendedPerson } from "./suspended-person.ts";

/**
 * Moves the end of a locked person's suspension, and notifies a teacher's students of the new date.
 * The time of the decision stays, so that an appeal still ends this suspension. The caller emails the
 * person and records the change.
 * @returns false if the suspension ends on that date already.
 */
export async function changeEnd(
  context: Context,
  tx: Db,
  { userId, suspendedUntil, profileId, role }: SuspendedPerson,
  endsAt: Date,
): Promise<boolean> {
  if (suspendedUntil?.getTime() === endsAt.getTime()) return false;
  await tx.update(users).set({ suspendedUntil: endsAt }).where(eq(users.id, userId));
  if (profileId && role === "teacher") await mailPaused(context, tx, profileId, endsAt);
  return true;
}
