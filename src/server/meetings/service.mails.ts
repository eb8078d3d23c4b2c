/** Emails to teachers about problems at their meeting service. */

import { site } from "#lib/site/site.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";

/** Informs a teacher that a service was disconnected: what still works, and what to do next. */
export async function mailServiceDisconnected(
  context: Context,
  tx: Db,
  teacherId: string,
  service: string,
): Promise<void> {
  const about = service.toLowerCase();
  await mailTeacher(context, tx, { teacherId, service, about }, () => ({
    subject: `Please reconnect ${service}`,
    title: `${service} was disconnected`,
    preheader: "Your meetings aren't affected. Reconnect to start and create them here.",
    paragraphs: [
      `${service} was disconnected from ${site.name}: access was removed in ${service}, or it has expired.`,
      `Your scheduled meetings and enrollments aren't affected. Until you reconnect, you can't start, create, move or cancel meetings here. You can still start a meeting in the ${service} app.`,
    ],
    label: `Reconnect ${service}`,
  }));
}

/** Informs a teacher that the service couldn't create a meeting. */
export async function mailCreationFailed(
  context: Context,
  tx: Db,
  request: typeof meetingRequests.$inferSelect,
  service: string,
): Promise<void> {
  const { teacherId } = request;
  const about = `request:${request.id}`;
  await mailTeacher(context, tx, { teacherId, service, about }, (timeZone) => ({
    subject: `Your meeting was not created in ${service}: ${request.topic}`,
    title: "A meeting was not created",
    preheader: request.trialId
      ? "Please send your student a link to join."
      : "If you still want to meet, please create it again.",
    paragraphs: [
      `We couldn't create the meeting you scheduled for ${formatInstant(request.startTime.toISOString(), timeZone)}: ${request.topic}. ${service} either rejected it or was unavailable until its start time had passed.`,
      request.trialId
        ? "Please message your student a link to a video call instead."
        : "Your students weren't notified. If you still want to meet, please create the meeting again.",
    ],
    label: "Open your meetings",
  }));
}

/**
 * Informs a teacher that a class's meeting was moved at the service, and that we restored its time.
 */
export async function mailMeetingMovedBack(
  context: Context,
  tx: Db,
  meeting: typeof meetings.$inferSelect,
  service: string,
): Promise<void> {
  const { teacherId } = meeting;
  const about = `put-back:${meeting.id}`;
  await mailTeacher(context, tx, { teacherId, service, about }, (timeZone) => ({
    subject: `The time of your class hasn't changed: ${meeting.topic}`,
    title: `We moved a meeting back in ${service}`,
    preheader: "To change the time of a class, move it on the course's classes page.",
    paragraphs: [
      `You moved the meeting of a class in ${service}, but the class is still on ${formatInstant(meeting.startTime.toISOString(), timeZone)}. We moved the meeting back to that time.`,
      "To change the time of the class, move it on the course's classes page. The meeting moves with it, and we'll email your students.",
    ],
    label: "Open your meetings",
  }));
}

interface EmailText {
  subject: string;
  title: string;
  preheader: string;
  paragraphs: string[];
  label: string;
}

/** Does nothing for a deleted account. */
async function mailTeacher(
  context: Context,
  tx: Db,
  { teacherId, service, about }: { teacherId: string; service: string; about: string },
  write: (timeZone: string) => EmailText,
): Promise<void> {
  const teacher = await findRecipient(tx, teacherId);
  if (!teacher) return;
  const { subject, label, paragraphs, ...content } = write(teacher.timeZone);
  await mailPerson(context, tx, teacher, {
    notice: { sender: teacherId, about, kind: "zoom" },
    subject,
    content: {
      ...content,
      paragraphs,
      action: { label, url: `${context.config.appUrl}/dashboard/meetings` },
      because: `your ${site.name} meetings take place in ${service}`,
    },
  });
}
