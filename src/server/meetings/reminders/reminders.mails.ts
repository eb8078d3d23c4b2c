import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { openGuardianCopy, reachGuardian } from "../../guardians/guardian.ts";
import { sendMail } from "../../mail/mail.jobs.ts";
import type { DueReminder, ReminderKind } from "./due-reminders.ts";

const hour = 60 * 60 * 1_000;

/** One person's mail about one start, by the person's own clock; a child's guardian gets a copy. */
export async function mailReminder(
  context: Context,
  tx: Db,
  due: DueReminder,
  { hours }: ReminderKind,
): Promise<void> {
  const { name, email, timeZone, topic, courseTitle, teacherName, startsAt, roomId } = due;
  const start = formatInstant(startsAt.toISOString(), timeZone);
  const clock = formatSpan(startsAt.toISOString(), due.endsAt.toISOString(), timeZone);
  const isOwn = due.role === "teacher";
  const soon = hours === 1;
  const { appUrl } = context.config;
  const subject = soon ? `Soon: ${topic}, ${clock}` : `Reminder: ${topic}, ${start}`;
  const title = soon ? "Your meeting begins soon" : "Your meeting is coming up";
  const preheader = `${courseTitle}, ${start}`;
  const paragraphs = [
    isOwn
      ? `you teach ${courseTitle}${topic === courseTitle ? "" : `: ${topic}`}.`
      : `${teacherName} meets you for ${courseTitle}${topic === courseTitle ? "" : `: ${topic}`}.`,
    `Begin: ${start}`,
    `Times are in your time zone, ${timeZone.replaceAll("_", " ")}.`,
  ];
  // The mail of the last hour says it better by then.
  const validUntil = soon ? startsAt : new Date(startsAt.getTime() - hour);
  await sendMail(context, tx, {
    to: email,
    subject,
    content: {
      title,
      preheader,
      paragraphs: [`As-salamu alaykum ${name},`, ...paragraphs],
      action: isOwn
        ? { label: "Start the meeting", url: `${appUrl}/start/${roomId}` }
        : { label: "Join the meeting", url: `${appUrl}/join/${roomId}` },
      note: `To stop reminders, turn them off in your settings: ${appUrl}${emailSettingsPath}`,
    },
    validUntil,
    unsubscribe: { list: "meetingReminders", profileId: due.profileId },
  });
  const guardian = await reachGuardian(context, tx, due.family);
  if (!guardian) return;
  await sendMail(context, tx, {
    to: guardian.address,
    subject: `${guardian.child}: ${subject}`,
    content: { title, preheader, paragraphs: [...openGuardianCopy(guardian), ...paragraphs] },
    validUntil,
    unsubscribe: { list: "guardian", profileId: guardian.studentId },
  });
}
