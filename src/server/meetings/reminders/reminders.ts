/**
 * Emails that remind people of meetings a day and an hour before the start. Each is sent only once,
 * even if several processes run.
 */
import { and, between, eq, lt } from "drizzle-orm";
import { closeRemindersHours, maxCloseReminders } from "#lib/account-settings/email-preferences.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { meetingReminders } from "../../db/tables/meeting-reminders.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import {
  type DueReminder,
  findDueReminders,
  isStillDue,
  type ReminderKind,
} from "./due-reminders.ts";
import { mailReminder } from "./reminders.mails.ts";

/** Reminders delayed by an outage are still sent while they are useful. */
export const reminderKinds: readonly ReminderKind[] = [
  { hours: 24, until: 12 },
  { hours: 1, until: 0 },
];

const hour = 60 * 60 * 1_000;
const keptMs = 7 * 24 * hour;

const closeMs = closeRemindersHours * hour;

/**
 * Sends every reminder that is due, and deletes old records of sent ones. A failure for one person
 * doesn't affect the others.
 * @throws the first failure, after all reminders have been tried.
 */
export async function sendDueReminders(context: Context): Promise<void> {
  const batch = startBatch(context);
  for (const kind of reminderKinds) {
    for (const due of await findDueReminders(context, kind)) {
      const { profileId, courseId } = due;
      await batch.attempt({ profileId, courseId }, () =>
        context.db.transaction((tx) => sendReminder(context, tx, due, kind)),
      );
    }
  }
  await context.db
    .delete(meetingReminders)
    .where(lt(meetingReminders.startsAt, new Date(Date.now() - keptMs)));
  batch.end();
}

async function sendReminder(
  context: Context,
  tx: Db,
  due: DueReminder,
  kind: ReminderKind,
): Promise<void> {
  if (!(await isStillDue(tx, due))) return;
  const { profileId, courseId, startsAt } = due;
  const [isFirst] = await tx
    .insert(meetingReminders)
    .values({ profileId, courseId, startsAt, hours: kind.hours, sentAt: new Date() })
    .onConflictDoNothing()
    .returning();
  if (isFirst && (await countClose(tx, due, kind)) <= maxCloseReminders) {
    await mailReminder(context, tx, due, kind);
  }
}

/**
 * Counts the starts around this one for which the person's reminder was due, including this one. It
 * counts those that weren't sent too, so that repeated moves don't get another reminder later.
 */
function countClose(
  tx: Db,
  { profileId, courseId, startsAt }: DueReminder,
  { hours }: ReminderKind,
): Promise<number> {
  const at = startsAt.getTime();
  return tx.$count(
    meetingReminders,
    and(
      eq(meetingReminders.profileId, profileId),
      eq(meetingReminders.courseId, courseId),
      eq(meetingReminders.hours, hours),
      between(meetingReminders.startsAt, new Date(at - closeMs), new Date(at + closeMs)),
    ),
  );
}
