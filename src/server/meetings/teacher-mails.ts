/** What teachers are told when Zoom does not do what they asked for. */
import { and, eq, isNull } from "drizzle-orm";
import { site } from "#lib/site/site.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import type { meetingRequests } from "../db/tables/meeting-requests.table.ts";
import type { meetings } from "../db/tables/meetings.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";

/** Zoom has ended the access to the teacher's account: what still works, and what to do. */
export async function mailAccessEnded(context: Context, tx: Db, teacherId: string): Promise<void> {
  await mailTeacher(context, tx, teacherId, "zoom", () => ({
    subject: "Please connect Zoom again",
    title: "Zoom has ended our access",
    preheader: "Your meetings stay. Connect again to start and create them here.",
    paragraphs: [
      `${site.name} may no longer act for you at Zoom: the access was removed there, or has run out.`,
      "Your scheduled meetings stay as they are, and so do enrollments and everything else. Until you connect again you can neither start meetings from here nor create, move or cancel them at Zoom; you can start one in the Zoom app meanwhile.",
    ],
    label: "Connect Zoom again",
  }));
}

/** A meeting that Zoom was asked for in vain. */
export async function mailGivenUp(
  context: Context,
  tx: Db,
  request: typeof meetingRequests.$inferSelect,
): Promise<void> {
  await mailTeacher(context, tx, request.teacherId, `request:${request.id}`, (timeZone) => ({
    subject: `Zoom has not created your meeting: ${request.topic}`,
    title: "A meeting was not created",
    preheader: request.trialId ? "Please send a link." : "Please schedule it again.",
    paragraphs: [
      `you asked for a meeting on ${formatInstant(request.startTime.toISOString(), timeZone)}: ${request.topic}. Zoom was away until its time had passed, or refused it, so that there is none.`,
      request.trialId
        ? "So that you can meet, please send your student the link to a video class by message."
        : "Students were not told of it. If you still want to meet, please create it again.",
    ],
    label: "Open your meetings",
  }));
}

/** A class's meeting was moved away from it in Zoom, and is put back there. */
export async function mailPutBack(
  context: Context,
  tx: Db,
  meeting: typeof meetings.$inferSelect,
): Promise<void> {
  await mailTeacher(context, tx, meeting.teacherId, `put-back:${meeting.id}`, (timeZone) => ({
    subject: `Your class stays where it is: ${meeting.topic}`,
    title: "A meeting was put back in Zoom",
    preheader: "To hold a class at another time, move the class.",
    paragraphs: [
      `in Zoom you have moved the meeting of a class to a time at which the class is not. The class is on ${formatInstant(meeting.startTime.toISOString(), timeZone)}, so the meeting is put back to that time.`,
      "To hold the class at another time, move it among the classes of its course: the meeting moves along, and your students are told.",
    ],
    label: "Open your meetings",
  }));
}

interface Words {
  subject: string;
  title: string;
  preheader: string;
  paragraphs: string[];
  label: string;
}

/** Nobody who has left the site gets any. */
async function mailTeacher(
  context: Context,
  tx: Db,
  teacherId: string,
  about: string,
  words: (timeZone: string) => Words,
): Promise<void> {
  const [teacher] = await tx
    .select({ name: profiles.name, email: users.email, timeZone: profiles.timeZone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, teacherId), isNull(users.deletedAt)));
  if (!teacher) return;
  const { subject, label, paragraphs, ...content } = words(teacher.timeZone);
  await sendMail(context, tx, {
    notice: { sender: teacherId, about, kind: "zoom" },
    to: teacher.email,
    subject,
    content: {
      ...content,
      paragraphs: [`As-salamu alaykum ${teacher.name},`, ...paragraphs],
      action: { label, url: `${context.config.appUrl}/dashboard/meetings` },
    },
  });
}
