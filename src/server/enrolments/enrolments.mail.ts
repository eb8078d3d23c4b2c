/** What student and teacher are told about a seat, queued with the change itself. */
import { eq } from "drizzle-orm";
import { formatExactPrice, toDollars } from "#lib/money.ts";
import { site } from "#lib/site.ts";
import { users } from "../accounts/accounts.table.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Payment } from "../payments/payment-rows.ts";
import { profiles } from "../people/people.table.ts";

interface Seat {
  studentId: string;
  amountCents: number;
}

interface CourseFacts {
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
  const page = { label: "Open the course", url: `${context.config.appUrl}/courses/${course.id}` };
  if (student) {
    await sendMail(context, tx, {
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

type RefundReason = NonNullable<Payment["refundReason"]>;

const reasons: Record<RefundReason, string> = {
  teacher: "The teacher refunded the enrollment.",
  student: "The student has left the course.",
  "course-cancelled": "The course was cancelled.",
  "no-seat": "The payment arrived when the last seat was taken already.",
  provider: "The payment was returned through the payment provider.",
};

/** Student and teacher learn that an enrolment has ended and the money has gone back. */
export async function mailRefunded(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
  reason: RefundReason,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const money =
    seat.amountCents === 0
      ? "The course was free, so there was nothing to pay back."
      : `${price(seat.amountCents)} went back in full to the card that paid; banks may need some days to show it.`;
  if (student) {
    await sendMail(context, tx, {
      to: student.email,
      subject: `Your enrollment in ${course.title} has ended`,
      content: {
        title: "Your enrollment has ended",
        preheader: `You are not enrolled in ${course.title}.`,
        paragraphs: [
          `As-salamu alaykum ${student.name},`,
          `${course.title}: ${reasons[reason]}`,
          money,
        ],
        action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
      },
    });
  }
  if (teacher) {
    await sendMail(context, tx, {
      to: teacher.email,
      subject: `An enrollment in ${course.title} was refunded`,
      content: {
        title: "An enrollment was refunded",
        preheader: `${student?.name ?? "A student"} is not enrolled in ${course.title} any more.`,
        paragraphs: [
          `As-salamu alaykum ${teacher.name},`,
          `${student?.name ?? "a student"} is not enrolled in ${course.title} any more. ${reasons[reason]}`,
          money,
        ],
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
  if (student) {
    await sendMail(context, tx, {
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

/** The teacher learns that a student's bank asks for the money back. */
export async function mailDisputed(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  if (!teacher) return;
  await sendMail(context, tx, {
    to: teacher.email,
    subject: `A payment for ${course.title} is disputed`,
    content: {
      title: "A payment is disputed",
      preheader: `A bank asks for ${price(seat.amountCents)} back.`,
      paragraphs: [
        `As-salamu alaykum ${teacher.name},`,
        `the bank of ${student?.name ?? "a student"} asks for the ${price(seat.amountCents)} of ${course.title} back. ${student?.name ?? "The student"} stays enrolled meanwhile.`,
        `There is nothing you need to do now. If you know what it is about, please write to ${site.supportEmail}.`,
      ],
    },
  });
}

function price(cents: number): string {
  return formatExactPrice(toDollars(cents));
}

/** Both with their addresses; undefined for accounts that were deleted. */
async function findPeople(tx: Db, seat: Seat, course: CourseFacts) {
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
