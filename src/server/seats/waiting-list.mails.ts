/** What students who wait for a seat are told, queued with the change itself. */

import { offerHours } from "#lib/seats/waiting-list.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Mail } from "../mail/mail.ts";
import { findPerson } from "./seats.mails.ts";

interface NamedCourse {
  id: string;
  title: string;
}

interface Waiting {
  studentId: string;
}

type Words = Omit<Mail, "to" | "content"> & {
  content: Omit<Mail["content"], "action"> & { action: { label: string; path: string } };
};

/** A seat is kept for the student, who learns until when by the own clock. */
export function mailOffered(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: Waiting & { offerExpiresAt: Date },
  { id, title }: NamedCourse,
): Promise<void> {
  return mailStudent(context, tx, { studentId, courseId: id, kind: "offered" }, (timeZone) => {
    const end = formatInstant(offerExpiresAt.toISOString(), timeZone);
    return {
      subject: `A seat in ${title} is kept for you`,
      validUntil: offerExpiresAt,
      content: {
        title: "A seat is kept for you",
        preheader: `Enroll until ${end}.`,
        paragraphs: [
          `a seat in ${title} has become free, and you are next on the waiting list.`,
          `We keep it for you for ${offerHours} hours, until ${end}. After that it goes to the next person.`,
        ],
        action: { label: "Take the seat", path: `/courses/${id}` },
      },
    };
  });
}

/** The time to take the seat is over. */
export function mailLapsed(
  context: Context,
  tx: Db,
  { studentId }: Waiting,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailStudent(context, tx, { studentId, courseId: id, kind: "lapsed" }, () => ({
    subject: `The seat in ${title} was passed on`,
    content: {
      title: "The seat was passed on",
      preheader: `The ${offerHours} hours in which we kept a seat for you are over.`,
      paragraphs: [
        `the ${offerHours} hours in which we kept a seat in ${title} for you are over, so it is no longer kept.`,
        "If you would still like to take part, you can enroll while seats are free, or join the waiting list again.",
      ],
      action: { label: "Open the course", path: `/courses/${id}` },
    },
  }));
}

/** The course takes nobody any more. */
export function mailListClosed(
  context: Context,
  tx: Db,
  { studentId }: Waiting,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailStudent(context, tx, { studentId, courseId: id, kind: "closed" }, () => ({
    subject: `The waiting list of ${title} is closed`,
    content: {
      title: "The waiting list is closed",
      preheader: `${title} takes no more students.`,
      paragraphs: [
        `${title} takes no more students, so its waiting list is closed. You have not been charged.`,
      ],
      action: { label: "Browse courses", path: "/courses" },
    },
  }));
}

/** Nobody is told whose account was deleted. */
async function mailStudent(
  context: Context,
  tx: Db,
  { studentId, courseId, kind }: { studentId: string; courseId: string; kind: string },
  write: (timeZone: string) => Words,
): Promise<void> {
  const student = await findPerson(tx, studentId);
  if (!student) return;
  const { content, ...mail } = write(student.timeZone);
  const { label, path } = content.action;
  await sendMail(context, tx, {
    ...mail,
    notice: {
      sender: courseId,
      courseId,
      about: `waiting:${courseId}`,
      kind,
      // Who isn't told of a seat loses it, whatever else the person wants to hear.
      lasting: kind === "offered",
    },
    to: student.email,
    content: {
      ...content,
      paragraphs: [`As-salamu alaykum ${student.name},`, ...content.paragraphs],
      action: { label, url: `${context.config.appUrl}${path}` },
    },
  });
}
