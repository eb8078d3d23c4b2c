/** What students who wait for a seat are told, queued with the change itself. */
import { formatInstant } from "#lib/instants.ts";
import { offerHours } from "#lib/waiting-list.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { findPerson } from "./enrolments.mail.ts";

interface NamedCourse {
  id: string;
  title: string;
}

const pageOf = (context: Context, { id }: NamedCourse) => `${context.config.appUrl}/courses/${id}`;

/** A seat is kept for the student, who learns until when by the own clock. */
export async function mailOffered(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: { studentId: string; offerExpiresAt: Date },
  course: NamedCourse,
): Promise<void> {
  const student = await findPerson(tx, studentId);
  if (!student) return;
  const end = formatInstant(offerExpiresAt.toISOString(), student.timeZone);
  await sendMail(context, tx, {
    to: student.email,
    subject: `A seat in ${course.title} is kept for you`,
    validUntil: offerExpiresAt,
    content: {
      title: "A seat is kept for you",
      preheader: `Enroll until ${end}.`,
      paragraphs: [
        `As-salamu alaykum ${student.name},`,
        `a seat in ${course.title} has become free, and you are next on the waiting list.`,
        `We keep it for you for ${offerHours} hours, until ${end}. After that it goes to the next person.`,
      ],
      action: { label: "Take the seat", url: pageOf(context, course) },
    },
  });
}

/** The time to take the seat is over. */
export async function mailLapsed(
  context: Context,
  tx: Db,
  { studentId }: { studentId: string },
  course: NamedCourse,
): Promise<void> {
  const student = await findPerson(tx, studentId);
  if (!student) return;
  await sendMail(context, tx, {
    to: student.email,
    subject: `The seat in ${course.title} was passed on`,
    content: {
      title: "The seat was passed on",
      preheader: `The ${offerHours} hours in which we kept a seat for you are over.`,
      paragraphs: [
        `As-salamu alaykum ${student.name},`,
        `the ${offerHours} hours in which we kept a seat in ${course.title} for you are over, so it is no longer kept.`,
        "If you would still like to take part, you can enroll while seats are free, or join the waiting list again.",
      ],
      action: { label: "Open the course", url: pageOf(context, course) },
    },
  });
}

/** The course takes nobody any more. */
export async function mailListClosed(
  context: Context,
  tx: Db,
  { studentId }: { studentId: string },
  course: NamedCourse,
): Promise<void> {
  const student = await findPerson(tx, studentId);
  if (!student) return;
  await sendMail(context, tx, {
    to: student.email,
    subject: `The waiting list of ${course.title} is closed`,
    content: {
      title: "The waiting list is closed",
      preheader: `${course.title} takes no more students.`,
      paragraphs: [
        `As-salamu alaykum ${student.name},`,
        `${course.title} takes no more students, so its waiting list is closed. You have not been charged.`,
      ],
      action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
    },
  });
}
