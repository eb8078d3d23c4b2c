/** Emails to guardians after a class, once its lessons have been logged. */
import { and, asc, count, eq, gt, lte, max } from "drizzle-orm";
import type { Context } from "../context.ts";
import { guardianLinks, recitations } from "../db/tables/recitations.table.ts";
import { progressUrl } from "../guardians/progress-links.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { mailLessons } from "./guardian.mails.ts";
import { guardianJob } from "./queue-guardian-email.ts";
import { viewLessons } from "./read-lessons.ts";
import { findLatestSeat } from "./seat.ts";

/** The limit of lessons in one email. The linked page shows the rest. */
const maxLessonsPerEmail = 40;

export function defineGuardianJob(context: Context): JobDefinition {
  return defineJob<{ linkId: string }>({
    name: guardianJob,
    retryLimit: 10,
    handle: ({ linkId }) => notifyGuardian(context, linkId),
  });
}

/** Emails the guardian the lessons logged since the last email. Repeating it has no effect. */
export async function notifyGuardian(context: Context, linkId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const isThis = eq(guardianLinks.id, linkId);
    const [link] = await tx.select().from(guardianLinks).where(isThis).for("update");
    if (!link?.mailAt) return;
    await tx.update(guardianLinks).set({ mailAt: null }).where(isThis);
    const seat = await findLatestSeat(tx, link);
    const guardian = seat?.guardian;
    if (!guardian) return;
    const isNew = and(
      eq(recitations.courseId, link.courseId),
      eq(recitations.studentId, link.studentId),
      gt(recitations.createdAt, link.toldUntil),
    );
    const [found] = await tx
      .select({ lessons: count(), toldUntil: max(recitations.createdAt) })
      .from(recitations)
      .where(isNew);
    const { lessons = 0, toldUntil } = found ?? {};
    if (!toldUntil) return;
    const rows = await tx
      .select()
      .from(recitations)
      .where(and(isNew, lte(recitations.createdAt, toldUntil)))
      .orderBy(asc(recitations.heardAt), asc(recitations.createdAt), asc(recitations.id))
      .limit(maxLessonsPerEmail);
    await tx.update(guardianLinks).set({ toldUntil }).where(isThis);
    await mailLessons(context, tx, seat, guardian, {
      lessons: await viewLessons(rows),
      more: lessons - rows.length,
      // The page shows current students only.
      url: seat.isEnrolled ? await progressUrl(context.config, link, guardian) : undefined,
    });
  });
}
