/** Emails that remind both people of a trial lesson a day and an hour before it, each once. */
import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { startBatch } from "../jobs/batch.ts";
import type { ReminderKind } from "../meetings/reminders/due-reminders.ts";
import { reminderKinds } from "../meetings/reminders/reminders.ts";
import { mailTrial } from "./trials.mails.ts";

const hour = 60 * 60 * 1_000;

/**
 * Lessons booked within the reminder's lead time are skipped, because a reminder would be
 * redundant. A failure for one lesson doesn't affect the others.
 * @throws the first failure, after all lessons have been tried.
 */
export async function remindOfTrials(context: Context): Promise<void> {
  const batch = startBatch(context);
  for (const kind of reminderKinds) {
    const due = await context.db
      .select({ id: trialLessons.id })
      .from(trialLessons)
      .where(isDue(kind))
      .orderBy(asc(trialLessons.startsAt), asc(trialLessons.id));
    for (const { id } of due) {
      await batch.attempt({ trialId: id }, () => remindOfTrial(context, id, kind));
    }
  }
  batch.end();
}

async function remindOfTrial(context: Context, id: string, kind: ReminderKind): Promise<void> {
  await context.db.transaction(async (tx) => {
    // The row is marked in the same transaction in which the emails are queued, so that only one
    // process sends them.
    const [lesson] = await tx
      .update(trialLessons)
      .set({ remindedHours: kind.hours })
      .where(and(eq(trialLessons.id, id), isDue(kind)))
      .returning();
    if (lesson) await mailTrial(context, tx, lesson, kind.hours);
  });
}

function isDue({ hours, until }: ReminderKind) {
  const { status, startsAt, createdAt, remindedHours } = trialLessons;
  const now = Date.now();
  return and(
    eq(status, "booked"),
    lte(startsAt, new Date(now + hours * hour)),
    gt(startsAt, new Date(now + until * hour)),
    sql`${createdAt} <= ${startsAt} - make_interval(hours => ${hours}::integer)`,
    or(isNull(remindedHours), gt(remindedHours, hours)),
  );
}
