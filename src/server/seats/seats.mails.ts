/** Emails to students and teachers about a seat, queued in the transaction of the change. */

import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { type RefundPolicy, refundPolicyText } from "#lib/payments/refund-policy.ts";
import { endOf14Days } from "#lib/payments/refund-right.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import type { Notice } from "../mail/mail.ts";
import { findFirstRefundedSeat } from "./refund-period.ts";

export interface Seat {
  studentId: string;
  amountCents: number;
}

export interface CourseFacts {
  id: string;
  title: string;
  teacherId: string;
}

/** Notifies the student and the teacher of a new enrollment. */
export async function mailEnrolled(
  context: Context,
  tx: Db,
  seat: Seat & { refundPolicy: RefundPolicy; refundableUntil: Date | null },
  course: CourseFacts,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice(seat, course, "enrolled");
  const page = { label: "Open the course", url: `${context.config.appUrl}/courses/${course.id}` };
  if (student) {
    await mailPersonAndGuardian(context, tx, student, {
      notice,
      subject: `You are enrolled in ${course.title}`,
      content: {
        title: "You are enrolled",
        preheader: `Your seat in ${course.title} is confirmed.`,
        paragraphs: [
          `Your seat in ${course.title}${teacher ? ` with ${teacher.name}` : ""} is confirmed.`,
          seat.amountCents === 0
            ? "The course is free, so there is nothing to pay."
            : `We received your payment of ${price(seat.amountCents)}.`,
          ...(seat.amountCents === 0
            ? []
            : [`This refund policy applies: ${refundPolicyText[seat.refundPolicy]}`]),
          ...(await describeEarlierSeat(tx, seat, course, student.timeZone)),
          ...describeMissingClasses(seat, student.timeZone),
        ],
        action: page,
        because: `you enrolled in ${course.title}`,
      },
    });
  }
  if (teacher) {
    const sentence = `${student?.name ?? "A student"} enrolled in ${course.title}.`;
    await mailPerson(context, tx, teacher, {
      notice,
      subject: `A new student in ${course.title}`,
      content: {
        title: "A new student enrolled",
        preheader: sentence,
        paragraphs: [sentence],
        action: page,
        because: becauseTeaching(course),
      },
    });
  }
}

/** The right of a student whose classes went missing during the checkout. */
function describeMissingClasses(
  { refundableUntil }: { refundableUntil: Date | null },
  timeZone: string,
): string[] {
  if (refundableUntil === null) return [];
  const end = formatInstant(refundableUntil.toISOString(), timeZone);
  return [
    "While you were paying, the teacher removed, shortened or moved classes, so the course now has fewer classes than you paid for.",
    `If you leave the course before ${end}, you'll get a full refund regardless of its refund policy. To leave, open the course and choose “Leave course”.`,
  ];
}

/** The end of the refund period, if it is counted from an earlier enrollment. */
async function describeEarlierSeat(
  tx: Db,
  { amountCents, refundPolicy, studentId }: Seat & { refundPolicy: RefundPolicy },
  { id: courseId }: CourseFacts,
  timeZone: string,
): Promise<string[]> {
  if (amountCents === 0 || refundPolicy !== "14-days") return [];
  const first = await findFirstRefundedSeat(tx, { studentId, courseId });
  if (!first) return [];
  const end = endOf14Days(first);
  const verb = end > new Date() ? "end" : "ended";
  return [
    `You've left this course with a refund before, so the 14 days count from your first enrollment. They ${verb} on ${formatInstant(end.toISOString(), timeZone)}.`,
  ];
}

/**
 * Notifies the student and the teacher that the student has left and is not entitled to a refund.
 */
export async function mailLeft(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice(seat, course, "left");
  if (student) {
    await mailPersonAndGuardian(context, tx, student, {
      notice,
      subject: `You have left ${course.title}`,
      content: {
        title: "You have left the course",
        preheader: `You are no longer enrolled in ${course.title}.`,
        paragraphs: [
          `You've left ${course.title}, and someone else can take your seat.`,
          ...(seat.amountCents === 0
            ? []
            : ["Under the course's refund policy, your payment won't be refunded."]),
        ],
        action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
        because: becauseEnrolled(course),
      },
    });
  }
  if (teacher) {
    const sentence = `${student?.name ?? "A student"} has left ${course.title}.`;
    await mailPerson(context, tx, teacher, {
      notice,
      subject: `A student has left ${course.title}`,
      content: {
        title: "A student has left",
        preheader: sentence,
        paragraphs: [`${sentence} The seat is available again. Nothing was refunded.`],
        action: { label: "Open the course", url: `${context.config.appUrl}/courses/${course.id}` },
        because: becauseTeaching(course),
      },
    });
  }
}

/** The reason why a teacher gets an email about a course. */
export function becauseTeaching({ title }: Pick<CourseFacts, "title">): string {
  return `you teach ${title}`;
}

/** The reason why a former student gets an email about a course. */
export function becauseEnrolled({ title }: Pick<CourseFacts, "title">): string {
  return `you were enrolled in ${title}`;
}

/**
 * Groups the emails about one student who enrolls and leaves repeatedly. Emails about payments are
 * always sent.
 */
export function seatNotice(seat: Seat, course: CourseFacts, kind: string): Notice {
  return {
    sender: seat.studentId,
    courseId: course.id,
    about: `seat:${course.id}:${seat.studentId}`,
    kind,
    lasting: seat.amountCents > 0,
  };
}

/** Formats an amount in cents for emails. */
export function price(cents: number): string {
  return formatExactPrice(toDollars(cents));
}

/** The student and the teacher; undefined for deleted accounts. */
export async function findPeople(tx: Db, seat: Pick<Seat, "studentId">, course: CourseFacts) {
  return {
    student: await findRecipient(tx, seat.studentId),
    teacher: await findRecipient(tx, course.teacherId),
  };
}
