/** Schedules the email that notifies a guardian of new lessons. */
import { eq } from "drizzle-orm";
import { guardianMailMinutes } from "#lib/recitations/recitations.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { guardianLinks } from "../db/tables/recitations.table.ts";
import { findGuardianFields, findOrRequestGuardian } from "../guardians/guardian.ts";
import { isProgressLinkOf } from "../guardians/progress-links.ts";
import type { SeatKey } from "./seat.ts";

/** The name of the job that sends the email. */
export const guardianJob = "guardian-lessons";

/** Schedules an email about lessons that are about to be logged, if there is a guardian to email. */
export async function queueGuardianEmail(context: Context, tx: Db, key: SeatKey): Promise<void> {
  const guardianFields = await findGuardianFields(tx, key.studentId);
  if (!guardianFields || !(await findOrRequestGuardian(context, tx, guardianFields))) return;
  const now = new Date();
  await tx
    .insert(guardianLinks)
    .values({ ...key, toldUntil: new Date(now.getTime() - 1) })
    .onConflictDoNothing();
  const [link] = await tx.select().from(guardianLinks).where(isProgressLinkOf(key)).for("update");
  // If an email is overdue by more than the delay itself, its job must have been lost.
  const isScheduled = (mail: Date) => mail.getTime() > now.getTime() - guardianMailMinutes * 60_000;
  if (!link || (link.mailAt && isScheduled(link.mailAt))) return;
  const mailAt = new Date(now.getTime() + guardianMailMinutes * 60_000);
  await tx.update(guardianLinks).set({ mailAt }).where(eq(guardianLinks.id, link.id));
  await context.jobs.send(tx, guardianJob, { linkId: link.id }, { startAfter: mailAt });
}
