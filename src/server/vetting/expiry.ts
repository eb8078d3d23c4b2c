/** Ends verifications after their last day, and reminds teachers beforehand. */
import { and, asc, eq, isNotNull, lt, lte } from "drizzle-orm";
import {
  daysUntil,
  findDueReminder,
  isValidOn,
  reminderDays,
  utcDate,
} from "#lib/vetting/vetting.rules.ts";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import { vettings } from "../db/tables/vetting.table.ts";
import { transact } from "../db/transact.ts";
import { mailTeacher } from "./vetting.mails.ts";
import { addEvent, changeVetting, lockVetting, setBadge } from "./vetting-rows.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Ends the verifications whose last day has passed. A new submission stays submitted. */
export async function endDueVerifications(context: Context): Promise<void> {
  const due = await context.db
    .select({ teacherId: vettings.teacherId })
    .from(vettings)
    .where(lt(vettings.verifiedUntil, utcDate(new Date())))
    .orderBy(asc(vettings.verifiedUntil));
  for (const { teacherId } of due) {
    const hasEnded = await transact(context.db, async (tx) => {
      const { row } = await lockVetting(tx, teacherId);
      // A reviewer may have renewed the verification in the meantime.
      if (row.verifiedUntil === null || isValidOn(row.verifiedUntil, new Date())) return false;
      await changeVetting(tx, teacherId, {
        verifiedUntil: null,
        scope: [],
        ...(row.status === "verified" && { status: "draft" }),
      });
      await setBadge(tx, teacherId, false);
      await addEvent(tx, teacherId, { kind: "expired" });
      await mailTeacher(context, tx, teacherId, { kind: "expired" });
      return true;
    });
    if (!hasEnded) continue;
    await context.purgePages(await findProfileTags(context.db, { id: teacherId, role: "teacher" }));
  }
}

/** Reminds teachers once for each of `reminderDays`, unless they have submitted again. */
export async function remindOfExpiry(context: Context): Promise<void> {
  const horizon = utcDate(new Date(Date.now() + Math.max(...reminderDays) * dayMs));
  const near = await context.db
    .select({ teacherId: vettings.teacherId })
    .from(vettings)
    .where(
      and(
        eq(vettings.status, "verified"),
        isNotNull(vettings.verifiedUntil),
        lte(vettings.verifiedUntil, horizon),
      ),
    )
    .orderBy(asc(vettings.verifiedUntil));
  for (const { teacherId } of near) {
    await transact(context.db, async (tx) => {
      const { row } = await lockVetting(tx, teacherId);
      const { status, verifiedUntil: until, remindedDays } = row;
      const now = new Date();
      if (status !== "verified" || until === null || !isValidOn(until, now)) return;
      const due = findDueReminder(until, now);
      if (due === undefined || (remindedDays !== null && remindedDays <= due)) return;
      // A reminder doesn't change what a reviewer has read.
      await tx.update(vettings).set({ remindedDays: due }).where(eq(vettings.teacherId, teacherId));
      await mailTeacher(context, tx, teacherId, {
        kind: "reminder",
        until,
        days: daysUntil(until, now),
      });
    });
  }
}
