/** Emails to teachers about meetings that differ from Zoom. */

import { site } from "#lib/site/site.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";

/** Zoom was disconnected from the teacher's account: what still works, and what to do. */
export async function mailZoomDisconnected(
  context: Context,
  tx: Db,
  teacherId: string,
): Promise<void> {
  await mailTeacher(context, tx, teacherId, "zoom", () => ({
    subject: "Please connect Zoom again",
    title: "Zoom was disconnected",
    preheader: "Your meetings aren't affected. Connect again to start and create them here.",
    paragraphs: [
      `Zoom was disconnected from ${site.name}: access was removed in Zoom, or it has expired.`,
      "Your scheduled meetings and enrollments aren't affected. Until you connect again, you can't start, create, move or cancel meetings here. You can still start a meeting in the Zoom app.",
    ],
    label: "Connect Zoom again",
  }));
}

/** A meeting that could not be created in Zoom. */
export async function mailCreationFailed(
  context: Context,
  tx: Db,
  request: typeof meetingRequests.$inferSelect,
): Promise<void> {
  await mailTeacher(context, tx, request.teacherId, `request:${request.id}`, (timeZone) => ({
    subject: `Your meeting was not created in Zoom: ${request.topic}`,
    title: "A meeting was not created",
    preheader: request.trialId
      ? "Please send your student a link to join."
      : "If you still want to meet, please create it again.",
    paragraphs: [
      `We couldn't create your meeting on ${formatInstant(request.startTime.toISOString(), timeZone)}: ${request.topic}. Zoom was unavailable until its time had passed, or rejected it.`,
      request.trialId
        ? "So that you can meet, please message your student a link to a video call."
        : "Your students weren't notified. If you still want to meet, please create the meeting again.",
    ],
    label: "Open your meetings",
  }));
}

/** The meeting of a class was moved in Zoom, and we moved it back to the time of the class. */
export async function mailMeetingMovedBack(
  context: Context,
  tx: Db,
  meeting: typeof meetings.$inferSelect,
): Promise<void> {
  await mailTeacher(context, tx, meeting.teacherId, `put-back:${meeting.id}`, (timeZone) => ({
    subject: `The time of your class hasn't changed: ${meeting.topic}`,
    title: "We moved a meeting back in Zoom",
    preheader: "To change the time of a class, move the class in its course.",
    paragraphs: [
      `You moved the meeting of a class in Zoom, but the class is still on ${formatInstant(meeting.startTime.toISOString(), timeZone)}. We moved the meeting back to that time.`,
      "To change the time of the class, move it in the list of classes of its course. The meeting moves with it, and we email your students.",
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
  teacherId: string,
  about: string,
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
      because: `your meetings at ${site.name} take place in Zoom`,
    },
  });
}
