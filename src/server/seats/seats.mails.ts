/** What student and teacher are told about a seat, queued with the change itself. */
import { eq } from "drizzle-orm";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Notice } from "../mail/mail.ts";

export interface Seat {
  studentId: string;
  amountCents: number;
}

export interface CourseFacts {
  id: string;
  title: string;
  teacherId: string;
}

/** Student and teacher learn of a new enrolment. */
export async function mailEnrolled(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice(seat, course, "enrolled");
  const page = { label: "Open the course", url: `${context.config.appUrl}/courses/${course.id}` };
  if (student) {
    await sendMail(context, tx, {
      notice,
      to: student.email,
      subject: `You are enrolled in ${course.title}`,
      content: {
        title: "You are enrolled",
        preheader: `Your seat in ${course.title} is confirmed.`,
        paragraphs: [
          `As-salamu alaykum ${student.name},`,
          `your seat in ${course.title}${teacher ? ` with ${teacher.name}` : ""} is confirmed.`,
          seat.amountCents === 0
            ? "The course is free: there is nothing to pay."
            : `We received your payment of ${price(seat.amountCents)}.`,
        ],
        action: page,
      },
    });
  }
  if (teacher) {
    await sendMail(context, tx, {
      notice,
      to: teacher.email,
      subject: `A new student in ${course.title}`,
      content: {
        title: "A new student",
        preheader: `${student?.name ?? "A student"} enrolled in ${course.title}.`,
        paragraphs: [
          `As-salamu alaykum ${teacher.name},`,
          `${student?.name ?? "a student"} enrolled in ${course.title}.`,
        ],
        action: page,
      },
    });
  }
}

/** Student and teacher learn that the student has left, without a claim to the money. */
export async function mailLeft(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice(seat, course, "left");
  if (student) {
    await sendMail(context, tx, {
      notice,
      to: student.email,
      subject: `You have left ${course.title}`,
      content: {
        title: "You have left the course",
        preheader: `You are not enrolled in ${course.title} any more.`,
        paragraphs: [
          `As-salamu alaykum ${student.name},`,
          `you have left ${course.title}, and your seat is free for somebody else.`,
          ...(seat.amountCents === 0
            ? []
            : ["Under the course's rule for leaving, nothing is paid back."]),
        ],
        action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
      },
    });
  }
  if (teacher) {
    await sendMail(context, tx, {
      notice,
      to: teacher.email,
      subject: `A student has left ${course.title}`,
      content: {
        title: "A student has left",
        preheader: `${student?.name ?? "A student"} has left ${course.title}.`,
        paragraphs: [
          `As-salamu alaykum ${teacher.name},`,
          `${student?.name ?? "a student"} has left ${course.title}. The seat is free again; nothing was paid back.`,
        ],
      },
    });
  }
}

/**
 * Combines the emails about one student who enrolls and leaves repeatedly. Payments are never left
 * out.
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

/** As mails name amounts of cents. */
export function price(cents: number): string {
  return formatExactPrice(toDollars(cents));
}

/** Both with their addresses; undefined for accounts that were deleted. */
export async function findPeople(tx: Db, seat: Seat, course: CourseFacts) {
  return {
    student: await findPerson(tx, seat.studentId),
    teacher: await findPerson(tx, course.teacherId),
  };
}

/** Somebody with the address and zone; undefined for an account that was deleted. */
export async function findPerson(tx: Db, profileId: string) {
  const [person] = await tx
    .select({
      name: profiles.name,
      timeZone: profiles.timeZone,
      email: users.email,
      deletedAt: users.deletedAt,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, profileId));
  return person?.deletedAt === null ? person : undefined;
}
