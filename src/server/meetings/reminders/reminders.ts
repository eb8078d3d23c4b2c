/**
 * Emails that remind people of meetings a day and an hour before the start. Each is sent only once,
 * even if several processes run.
 */
import { lt } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { meetingReminders } from "../../db/tables/meeting-reminders.table.ts";
import { findDueReminders, isStillScheduled, type ReminderKind } from "./due-reminders.ts";
import { mailReminder } from "./reminders.mails.ts";

/** Reminders delayed by an outage are still sent while they are useful. */
export const reminderKinds: readonly ReminderKind[] = [
  { hours: 24, until: 12 },
  { hours: 1, until: 0 },
];

const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** Sends every reminder that is due, and deletes old records of sent ones. */
export async function sendDueReminders(context: Context): Promise<void> {
  for (const kind of reminderKinds) {
    for (const due of await findDueReminders(context, kind)) {
      await context.db.transaction(async (tx) => {
        if (!(await isStillScheduled(tx, due))) return;
        const { profileId, courseId, startsAt } = due;
        const [isFirst] = await tx
          .insert(meetingReminders)
          .values({ profileId, courseId, startsAt, hours: kind.hours, sentAt: new Date() })
          .onConflictDoNothing()
          .returning();
        if (isFirst) await mailReminder(context, tx, due, kind);
      });
    }
  }
  await context.db
    .delete(meetingReminders)
    .where(lt(meetingReminders.startsAt, new Date(Date.now() - keptMs)));
}
