/** Emails to students on a waiting list, queued in the transaction of the change. */

import { offerHours } from "#lib/seats/waiting-list.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import {
  findRecipient,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../guardians/recipients.ts";

interface NamedCourse {
  id: string;
  title: string;
}

interface Waiting {
  studentId: string;
}

type EmailText = Omit<RecipientMail, "content"> & {
  content: Omit<RecipientMail["content"], "action" | "because"> & {
    action: { label: string; path: string };
  };
};

/** Offers the student a seat. The end of the offer is shown in the student's time zone. */
export function mailSeatOffered(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: Waiting & { offerExpiresAt: Date },
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "offered", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone);
      return {
        subject: `We're holding a seat in ${title} for you`,
        validUntil: offerExpiresAt,
        content: {
          title: "We're holding a seat for you",
          preheader: `Enroll by ${end}.`,
          paragraphs: [
            `A seat in ${title} has opened up, and you are next on the waiting list.`,
            `We're holding it for you for ${offerHours} hours, until ${end}. After that, we'll offer it to the next person.`,
          ],
          action: { label: "Take the seat", path: `/courses/${id}` },
        },
      };
    },
  );
}

/** Notifies a student who didn't take the offered seat in time. */
export function mailOfferExpired(
  context: Context,
  tx: Db,
  { studentId }: Waiting,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "lapsed", title },
    () => ({
      subject: `Your hold on a seat in ${title} has expired`,
      content: {
        title: "Your hold has expired",
        preheader: "Still interested? You can join the waiting list again.",
        paragraphs: [
          `We held a seat in ${title} for you for ${offerHours} hours, and that time has passed.`,
          "If you're still interested, you can enroll while seats are available, or join the waiting list again.",
        ],
        action: { label: "Open the course", path: `/courses/${id}` },
      },
    }),
  );
}

/** Notifies a waiting student that the course no longer accepts students. */
export function mailWaitingListClosed(
  context: Context,
  tx: Db,
  { studentId }: Waiting,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "closed", title },
    () => ({
      subject: `The waiting list for ${title} is closed`,
      content: {
        title: "The waiting list is closed",
        preheader: `${title} no longer takes new students.`,
        paragraphs: [
          `${title} no longer takes new students, so its waiting list is closed. You haven't been charged.`,
        ],
        action: { label: "Browse courses", path: "/courses" },
      },
    }),
  );
}

/** Does nothing for a deleted account. */
async function mailWaitingStudent(
  context: Context,
  tx: Db,
  {
    studentId,
    courseId,
    kind,
    title,
  }: { studentId: string; courseId: string; kind: string; title: string },
  write: (timeZone: string) => EmailText,
): Promise<void> {
  const student = await findRecipient(tx, studentId);
  if (!student) return;
  const { content, ...mail } = write(student.timeZone);
  const { label, path } = content.action;
  await mailPersonAndGuardian(context, tx, student, {
    ...mail,
    notice: {
      sender: courseId,
      courseId,
      about: `waiting:${courseId}`,
      kind,
      // Sent regardless of preferences, because people who miss this email lose the seat.
      lasting: kind === "offered",
    },
    content: {
      ...content,
      action: { label, url: `${context.config.appUrl}${path}` },
      because: `you joined the waiting list for ${title}`,
    },
  });
}
