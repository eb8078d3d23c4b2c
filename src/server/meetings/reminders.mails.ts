import { formatInstant, formatSpan } from "#lib/instants.ts";
import { reminderSettingsPath } from "#lib/meetings.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { DueReminder, ReminderKind } from "./due-reminders.ts";

const hour = 60 * 60 * 1_000;

/** One person's mail about one start, by the person's own clock. */
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
  await sendMail(context, tx, {
    to: email,
    subject: soon ? `Soon: ${topic}, ${clock}` : `Reminder: ${topic}, ${start}`,
    content: {
      title: soon ? "Your meeting begins soon" : "Your meeting is coming up",
      preheader: `${courseTitle}, ${start}`,
      paragraphs: [
        `As-salamu alaykum ${name},`,
        isOwn
          ? `you teach ${courseTitle}${topic === courseTitle ? "" : `: ${topic}`}.`
          : `${teacherName} meets you for ${courseTitle}${topic === courseTitle ? "" : `: ${topic}`}.`,
        `Begin: ${start}`,
        `Times are in your time zone, ${timeZone.replaceAll("_", " ")}.`,
      ],
      action: isOwn
        ? { label: "Start the meeting", url: `${appUrl}/start/${roomId}` }
        : { label: "Join the meeting", url: `${appUrl}/join/${roomId}` },
      note: `You need no reminders? Switch them off in your settings: ${appUrl}${reminderSettingsPath}`,
    },
    // The mail of the last hour says it better by then.
    validUntil: soon ? startsAt : new Date(startsAt.getTime() - hour),
  });
}
