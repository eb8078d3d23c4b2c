/** What student and teacher are told when money goes back, queued with the change itself. */
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { receiptPath } from "#lib/payments/receipts.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sendMail } from "../../mail/mail.jobs.ts";
import type { Enrolment } from "../../seats/seat-rows.ts";
import {
  type CourseFacts,
  findPeople,
  price,
  type Seat,
  seatNotice,
} from "../../seats/seats.mails.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";

const reasons: Record<Refund["reason"], string> = {
  teacher: "The teacher refunded the enrollment.",
  student: "The student has left the course.",
  "course-cancelled": "The course was cancelled.",
  "course-closed": "The payment arrived when the course was no longer open for enrollment.",
  "no-seat": "The payment arrived when the last seat was taken already.",
  duplicate: "The student was already enrolled when the payment arrived.",
  provider: "The payment was returned through the payment provider.",
  dispute: "The bank of the card decided that the payment goes back.",
};

interface Ended {
  reason: Refund["reason"];
  /** What was paid and has gone back. */
  amountCents: number;
  /** The teacher's words to the student. */
  note?: string | null | undefined;
}

/** Student and teacher learn that an enrolment has ended and the money has gone back. */
export async function mailRefunded(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
  { reason, amountCents, note }: Ended,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice({ ...seat, amountCents }, course, "refunded");
  const money =
    amountCents === 0
      ? "The course was free, so there was nothing to pay back."
      : `${price(amountCents)} went back in full to the card that paid; banks may need some days to show it.`;
  if (student) {
    await sendMail(context, tx, {
      notice,
      to: student.email,
      subject: `Your enrollment in ${course.title} has ended`,
      content: {
        title: "Your enrollment has ended",
        preheader: `You are not enrolled in ${course.title}.`,
        paragraphs: [
          `As-salamu alaykum ${student.name},`,
          `${course.title}: ${reasons[reason]}`,
          money,
          ...(note ? [`${teacher?.name ?? "Your teacher"} writes: ${note}`] : []),
        ],
        action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
      },
    });
  }
  if (teacher) {
    await sendMail(context, tx, {
      notice,
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

/** The student learns that a part of the money has gone back, and whether the seat stays. */
export async function mailPartRefunded(
  context: Context,
  tx: Db,
  { payment, enrolment, course }: PaymentRows,
  refund: Refund,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrolment, course);
  if (!student) return;
  const given = price(refund.amountCents);
  await sendMail(context, tx, {
    notice: {
      sender: course.teacherId,
      courseId: course.id,
      about: `payment:${payment.id}`,
      kind: `refunded:${refund.id}`,
      lasting: true,
    },
    to: student.email,
    subject: `${given} of ${course.title} was refunded`,
    content: {
      title: "A part of your payment was refunded",
      preheader: `${given} goes back to the card that paid.`,
      paragraphs: [
        `As-salamu alaykum ${student.name},`,
        `${given} of the ${price(payment.amountCents)} that you paid for ${course.title} went back to the card that paid; banks may need some days to show it.`,
        ...(refund.note ? [`${teacher?.name ?? "Your teacher"} writes: ${refund.note}`] : []),
        ...(staysEnrolled(payment, enrolment) ? ["You stay enrolled."] : []),
      ],
      action: {
        label: "Open your receipt",
        url: `${context.config.appUrl}${receiptPath(payment.id)}`,
      },
    },
  });
}

/** Not who has left, nor whose seat ends as soon as the rest has gone back. */
function staysEnrolled(payment: Payment, enrolment: Enrolment): boolean {
  return enrolment.status === "enrolled" && payment.status === "paid";
}

/** The teacher learns that the provider refused a refund: nothing has gone back. */
export async function mailRefused(
  context: Context,
  tx: Db,
  { enrolment, course }: PaymentRows,
  { amountCents, message }: { amountCents: number; message: string },
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrolment, course);
  if (!teacher) return;
  const name = student?.name ?? "a student";
  await sendMail(context, tx, {
    notice: seatNotice(enrolment, course, "refund refused"),
    to: teacher.email,
    subject: `A refund of ${course.title} was refused`,
    content: {
      title: "A refund was refused",
      preheader: `Nothing has gone back to ${name}.`,
      paragraphs: [
        `As-salamu alaykum ${teacher.name},`,
        `your refund of ${price(amountCents)} to ${name} for ${course.title} could not be made, and nothing has gone back.`,
        message,
      ],
      action: { label: "Open your earnings", url: `${context.config.appUrl}${earningsPath}` },
    },
  });
}
