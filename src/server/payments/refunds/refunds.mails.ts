/** Emails to students and teachers about refunds, queued in the transaction of the change. */

import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { receiptPath } from "#lib/payments/receipts.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPerson, mailPersonAndGuardian } from "../../guardians/recipients.ts";
import type { Enrollment } from "../../seats/seat-rows.ts";
import {
  becauseEnrolled,
  becauseTeaching,
  type CourseFacts,
  findPeople,
  price,
  type Seat,
  seatNotice,
} from "../../seats/seats.mails.ts";
import type { Payment, PaymentRows, Refund } from "../payment-rows.ts";

type Reason = Refund["reason"];

const reasonsForStudent: Record<Reason, (course: string) => string> = {
  teacher: (course) => `Your teacher refunded your enrollment in ${course}.`,
  student: (course) => `You've left ${course}.`,
  "course-cancelled": (course) => `${course} was canceled.`,
  "course-closed": (course) => `Your payment for ${course} arrived after enrollment had closed.`,
  "no-seat": (course) => `Your payment for ${course} arrived after the last seat had been taken.`,
  duplicate: (course) => `You were already enrolled in ${course} when your payment arrived.`,
  provider: (course) => `Your payment for ${course} was returned by the payment provider.`,
  dispute: (course) =>
    `Your bank decided the dispute about your payment for ${course} in your favor.`,
};

const reasonsForTeacher: Record<Reason, string> = {
  teacher: "You refunded the enrollment.",
  student: "The student left the course.",
  "course-cancelled": "The course was canceled.",
  "course-closed": "The payment arrived after enrollment had closed.",
  "no-seat": "The payment arrived after the last seat had been taken.",
  duplicate: "The student was already enrolled when the payment arrived.",
  provider: "The payment was returned by the payment provider.",
  dispute: "The student's bank decided the dispute about the payment in the student's favor.",
};

/** The reasons for refunds of payments that didn't lead to a new enrollment. */
const withoutSeat: ReadonlySet<Reason> = new Set(["course-closed", "no-seat", "duplicate"]);

interface Ended {
  reason: Reason;
  /** The amount that was paid, all of which has been returned. */
  amountCents: number;
  /** The amount returned now, if parts were returned before. */
  returnedCents?: number | undefined;
  /** The teacher's message to the student. */
  note?: string | null | undefined;
}

/** Notifies the student and the teacher that an enrollment has ended with a full refund. */
export async function mailRefunded(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
  { reason, amountCents, returnedCents = amountCents, note }: Ended,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice({ ...seat, amountCents }, course, "refunded");
  const { title } = course;
  const isFree = amountCents === 0;
  const isRest = returnedCents < amountCents;
  const [paid, returned] = [price(amountCents), price(returnedCents)];
  const hasEnded = !withoutSeat.has(reason);
  if (student) {
    await mailPersonAndGuardian(context, tx, student, {
      notice,
      subject: hasEnded
        ? `Your enrollment in ${title} has ended`
        : `Your payment for ${title} was refunded`,
      content: {
        title: hasEnded ? "Your enrollment has ended" : "Your payment was refunded",
        preheader: isFree
          ? `You are no longer enrolled in ${title}.`
          : `${returned} is on its way back to your card.`,
        paragraphs: [
          reasonsForStudent[reason](title),
          isFree
            ? "The course was free, so there is nothing to refund."
            : reason === "dispute"
              ? `Your bank is returning ${returned} to your card.`
              : `We've refunded ${isRest ? `the remaining ${returned} of the ${paid} that you paid` : `${paid} in full`} to your card. It may take a few days to appear.`,
          ...quote(teacher?.name, note),
        ],
        action: { label: "Browse courses", url: `${context.config.appUrl}/courses` },
        because: hasEnded ? becauseEnrolled(course) : `you paid for ${title}`,
      },
    });
  }
  if (teacher) {
    const name = student?.name ?? "A student";
    const sentence = hasEnded
      ? `${name} is no longer enrolled in ${title}.`
      : `A payment from ${student?.name ?? "a student"} for ${title} was refunded.`;
    await mailPerson(context, tx, teacher, {
      notice,
      subject: isFree
        ? `An enrollment in ${title} has ended`
        : hasEnded
          ? `An enrollment in ${title} was refunded`
          : `A payment for ${title} was refunded`,
      content: {
        title: isFree
          ? "An enrollment has ended"
          : hasEnded
            ? "An enrollment was refunded"
            : "A payment was refunded",
        preheader: sentence,
        paragraphs: [
          `${sentence} ${reasonsForTeacher[reason]}`,
          isFree
            ? "The course was free, so there was nothing to refund."
            : isRest
              ? `The remaining ${returned} of ${paid} was refunded to the student's card.`
              : `${paid} was refunded in full to the student's card.`,
        ],
        action: { label: "Open your earnings", url: `${context.config.appUrl}${earningsPath}` },
        because: becauseTeaching(course),
      },
    });
  }
}

/** The teacher's message, if there is one. */
function quote(teacher: string | undefined, note: string | null | undefined): string[] {
  return note ? [`${teacher ?? "Your teacher"} says: ${note}`] : [];
}

/** Notifies the student of a partial refund and says whether the enrollment continues. */
export async function mailPartiallyRefunded(
  context: Context,
  tx: Db,
  { payment, enrollment, course }: PaymentRows,
  refund: Refund,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrollment, course);
  if (!student) return;
  const refunded = price(refund.amountCents);
  await mailPersonAndGuardian(context, tx, student, {
    notice: {
      sender: course.teacherId,
      courseId: course.id,
      about: `payment:${payment.id}`,
      kind: `refunded:${refund.id}`,
      lasting: true,
    },
    subject: `${refunded} of your payment for ${course.title} was refunded`,
    content: {
      title: "Part of your payment was refunded",
      preheader: `${refunded} is on its way back to your card.`,
      paragraphs: [
        `We've refunded ${refunded} of the ${price(payment.amountCents)} that you paid for ${course.title} to your card. It may take a few days to appear.`,
        ...quote(teacher?.name, refund.note),
        ...(staysEnrolled(payment, enrollment) ? ["You are still enrolled."] : []),
      ],
      action: {
        label: "Open your receipt",
        url: `${context.config.appUrl}${receiptPath(payment.id)}`,
      },
      because: `you paid for ${course.title}`,
    },
  });
}

/** False for a student who has left, or whose enrollment ends once the rest is refunded. */
function staysEnrolled(payment: Payment, enrollment: Enrollment): boolean {
  return enrollment.status === "enrolled" && payment.status === "paid";
}

/** Notifies the teacher that the provider rejected a refund, so that nothing was refunded. */
export async function mailRefundFailed(
  context: Context,
  tx: Db,
  { enrollment, course }: PaymentRows,
  { amountCents, message }: { amountCents: number; message: string },
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrollment, course);
  if (!teacher) return;
  const name = student?.name ?? "a student";
  await mailPerson(context, tx, teacher, {
    notice: seatNotice(enrollment, course, "refund refused"),
    subject: `A refund for ${course.title} failed`,
    content: {
      title: "A refund failed",
      preheader: `Nothing was refunded to ${name}.`,
      paragraphs: [
        `Your refund of ${price(amountCents)} to ${name} for ${course.title} failed. Nothing was refunded.`,
        message,
      ],
      action: { label: "Open your earnings", url: `${context.config.appUrl}${earningsPath}` },
      because: becauseTeaching(course),
    },
  });
}
