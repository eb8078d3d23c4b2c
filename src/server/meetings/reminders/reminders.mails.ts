/** The text of meeting reminders. */

import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPersonAndGuardian } from "../../guardians/recipients.ts";
import type { DueReminder, ReminderKind } from "./due-reminders.ts";

const hour = 60 * 60 * 1_000;

/** Reminds one person of one meeting in the person's own time zone, and a child's guardian too. */
export async function mailReminder(
  context: Context,
  tx: Db,
  due: DueReminder,
  { hours }: ReminderKind,
): Promise<void> {
  const { timeZone, topic, courseTitle, teacherName, startsAt, roomId } = due;
  const start = formatInstant(startsAt.toISOString(), timeZone);
  const clock = formatSpan(startsAt.toISOString(), due.endsAt.toISOString(), timeZone);
  const isTeacher = due.role === "teacher";
  const isSoon = hours === 1;
  const { appUrl } = context.config;
  await mailPersonAndGuardian(context, tx, due, {
    subject: isSoon ? `Starting soon: ${topic}, ${clock}` : `Reminder: ${topic}, ${start}`,
    content: {
      title: isSoon ? "Your meeting starts soon" : "Your meeting is coming up",
      preheader: `${courseTitle}, ${start}`,
      paragraphs: [
        isTeacher
          ? `You're teaching ${courseTitle}.`
          : `You have ${courseTitle} with ${teacherName}.`,
        ...(topic === courseTitle ? [] : [`Topic: ${topic}`]),
        `Starts: ${start}`,
        `Times are in your time zone, ${timeZone.replaceAll("_", " ")}.`,
      ],
      action: isTeacher
        ? { label: "Start the meeting", url: `${appUrl}/start/${roomId}` }
        : { label: "Join the meeting", url: `${appUrl}/join/${roomId}` },
      note: `To stop reminders, turn them off in your settings: ${appUrl}${emailSettingsPath}`,
      because: `you ${isTeacher ? "teach" : "are enrolled in"} ${courseTitle}`,
    },
    // From an hour before the start, the second reminder replaces the first.
    validUntil: isSoon ? startsAt : new Date(startsAt.getTime() - hour),
    unsubscribe: { list: "meetingReminders", profileId: due.profileId },
  });
}
