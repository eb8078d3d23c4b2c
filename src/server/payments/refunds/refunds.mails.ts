/** Emails to students and teachers about refunds, queued in the transaction of the change. */

import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { receiptPath } from "#lib/payments/receipts.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailPerson, mailPersonAndGuardian } from "../../guardians/recipients.ts";
import type { MailFact } from "../../providers/mail/layout.ts";
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
import { receiptNumberOf } from "../receipts/receipt-numbers.ts";

type Reason = Refund["reason"];

const t = getTexts("payments");
const facts = getTexts("mails");

/** The reasons for refunds of payments that didn't lead to a new enrollment. */
const withoutSeat: ReadonlySet<Reason> = new Set(["course-closed", "no-seat", "duplicate"]);

interface Ended {
  reason: Reason;
  /** The amount that was paid, all of which has been returned. */
  amountCents: number;
  /** The amount returned now, if parts were returned before. */
  returnedCents?: number | undefined;
  /** The teacher's message to the student, or the reason that staff gave. */
  note?: string | null | undefined;
  /** Whether staff decided that the platform pays. */
  teacherKeepsShare?: boolean | undefined;
  /** The payment; absent for free seats. */
  payment?: Pick<Payment, "id" | "receiptNumber">;
}

/** Notifies the student and the teacher that an enrollment has ended with a full refund. */
export async function mailRefunded(
  context: Context,
  tx: Db,
  seat: Seat,
  course: CourseFacts,
  ended: Ended,
): Promise<void> {
  const { reason, amountCents, returnedCents = amountCents, note, payment } = ended;
  const isByStaff = reason === "staff" && Boolean(note);
  const { student, teacher } = await findPeople(tx, seat, course);
  const notice = seatNotice({ ...seat, amountCents }, course, "refunded");
  const isFree = amountCents === 0;
  const isRemoval = isFree && reason === "teacher";
  const isRest = returnedCents < amountCents;
  const hasEnded = !withoutSeat.has(reason);
  const readValues = () => ({
    course: isolatedInRtl(course.title),
    paid: price(amountCents),
    returned: price(returnedCents),
  });
  if (student) {
    await mailPersonAndGuardian(context, tx, student, () => {
      const values = readValues();
      const outcome = hasEnded ? "ended" : "returned";
      const way = reason === "dispute" ? "byBank" : isRest ? "rest" : "full";
      return {
        notice,
        subject: t(`mail.refunded.${outcome}.subject`, values),
        content: {
          title: t(`mail.refunded.${outcome}.title`),
          preheader: t(
            isFree ? "mail.refunded.noLongerEnrolled" : "mail.refunded.onItsWay",
            values,
          ),
          paragraphs: [
            isByStaff
              ? t("mail.refunded.byStaff", values)
              : t(`mail.refunded.reason.${isRemoval ? "removal" : reason}`, values),
            t(`mail.refunded.${isFree ? "free" : way}`, values),
            ...quote(reason, teacher?.name, note),
          ],
          facts: [
            { name: facts("fact.course"), value: values.course },
            ...(payment ? describeRefund(context, payment, values) : []),
          ],
          action: { label: t("mail.browse"), url: pageUrl(context.config, "/courses") },
          because: hasEnded ? becauseEnrolled(course) : t("mail.becausePaid", values),
        },
      };
    });
  }
  if (teacher) {
    await mailPerson(context, tx, teacher, () => {
      const values = { ...readValues(), student: student && isolatedInRtl(student.name) };
      const sentence = hasEnded
        ? t("mail.refundedBy.noLongerEnrolled", {
            ...values,
            student: values.student ?? t("mail.someStudentFirst"),
          })
        : t("mail.refundedBy.paymentReturned", {
            ...values,
            student: values.student ?? t("mail.someStudent"),
          });
      const outcome = isFree ? "free" : hasEnded ? "ended" : "returned";
      const amount = isFree ? "nothing" : isRest ? "rest" : "full";
      return {
        notice,
        subject: t(`mail.refundedBy.${outcome}.subject`, values),
        content: {
          title: t(`mail.refundedBy.${outcome}.title`),
          preheader: sentence,
          paragraphs: [
            `${sentence} ${isByStaff ? t("mail.refundedBy.byStaff") : t(`mail.refundedBy.reason.${isRemoval ? "removal" : reason}`)}`,
            t(`mail.refundedBy.${amount}`, values),
            ...(reason === "staff" ? describeStaffRefund(ended) : []),
          ],
          action: { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
          because: becauseTeaching(course),
        },
      };
    });
  }
}

/** The amounts, when the money is back, and the receipt. */
function describeRefund(
  { config }: Context,
  payment: Pick<Payment, "id" | "receiptNumber">,
  { paid, returned }: { paid: string; returned: string },
): MailFact[] {
  return [
    { name: facts("fact.refunded"), value: returned },
    { name: facts("fact.paid"), value: paid },
    { name: facts("fact.back"), value: facts("fact.backInDays") },
    {
      name: facts("fact.receipt"),
      value: receiptNumberOf(payment),
      url: pageUrl(config, receiptPath(payment.id)),
    },
  ];
}

/** The reason that staff gave, and who pays, for the teacher. */
function describeStaffRefund({ note, teacherKeepsShare }: RefundByStaff): string[] {
  return [
    ...quote("staff", undefined, note),
    ...(teacherKeepsShare ? [t("mail.refundedBy.keepsShare")] : []),
  ];
}

type RefundByStaff = Pick<Ended, "note" | "teacherKeepsShare">;

/** The message of the teacher or of staff, if there is one. */
function quote(
  reason: Reason,
  teacher: string | undefined,
  note: string | null | undefined,
): string[] {
  if (!note) return [];
  if (reason === "staff") return [t("mail.refunded.noteOfStaff", { note })];
  if (teacher === undefined) return [t("mail.refunded.noteOfTeacher", { note })];
  return [t("mail.refunded.note", { teacher: isolatedInRtl(teacher), note })];
}

/**
 * Notifies the student of a partial refund and says whether the enrollment continues, and the teacher if
 * staff made it.
 */
export async function mailPartiallyRefunded(
  context: Context,
  tx: Db,
  { payment, enrollment, course }: PaymentRows,
  refund: Refund,
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrollment, course);
  const notice = {
    sender: course.teacherId,
    courseId: course.id,
    about: `payment:${payment.id}`,
    kind: `refunded:${refund.id}`,
    lasting: true,
  };
  const readValues = () => ({
    course: isolatedInRtl(course.title),
    paid: price(payment.amountCents),
    returned: price(refund.amountCents),
    student: student ? isolatedInRtl(student.name) : t("mail.someStudent"),
  });
  if (teacher && refund.reason === "staff") {
    await mailPerson(context, tx, teacher, () => {
      const values = readValues();
      const text = t("mail.partlyByStaff.text", values);
      return {
        notice,
        subject: t("mail.partlyByStaff.subject", values),
        content: {
          title: t("mail.partlyByStaff.title"),
          preheader: text,
          paragraphs: [text, ...describeStaffRefund(refund)],
          action: { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
          because: becauseTeaching(course),
        },
      };
    });
  }
  if (!student) return;
  await mailPersonAndGuardian(context, tx, student, () => {
    const values = readValues();
    return {
      notice,
      subject: t("mail.partly.subject", values),
      content: {
        title: t("mail.partly.title"),
        preheader: t("mail.refunded.onItsWay", values),
        paragraphs: [
          t("mail.partly.text", values),
          ...quote(refund.reason, teacher?.name, refund.note),
          ...(staysEnrolled(payment, enrollment) ? [t("mail.partly.stillEnrolled")] : []),
        ],
        facts: [
          { name: facts("fact.course"), value: values.course },
          ...describeRefund(context, payment, values),
        ],
        action: {
          label: t("mail.openReceipt"),
          url: pageUrl(context.config, receiptPath(payment.id)),
        },
        because: t("mail.becausePaid", values),
      },
    };
  });
}

/** False for a student who has left, or whose enrollment ends once the rest is refunded. */
function staysEnrolled(payment: Payment, enrollment: Enrollment): boolean {
  return enrollment.status === "enrolled" && payment.status === "paid";
}

/**
 * Notifies the teacher that the provider rejected a refund, so that nothing was refunded.
 * `describeReason` says why, in the current language.
 */
export async function mailRefundFailed(
  context: Context,
  tx: Db,
  { enrollment, course }: PaymentRows,
  { amountCents, describeReason }: { amountCents: number; describeReason: () => string },
): Promise<void> {
  const { student, teacher } = await findPeople(tx, enrollment, course);
  if (!teacher) return;
  await mailPerson(context, tx, teacher, () => {
    const values = {
      course: isolatedInRtl(course.title),
      amount: price(amountCents),
      student: student ? isolatedInRtl(student.name) : t("mail.someStudent"),
    };
    return {
      notice: seatNotice(enrollment, course, "refund refused"),
      subject: t("mail.refundFailed.subject", values),
      content: {
        title: t("mail.refundFailed.title"),
        preheader: t("mail.refundFailed.preheader", values),
        paragraphs: [t("mail.refundFailed.text", values), describeReason()],
        action: { label: t("mail.openEarnings"), url: pageUrl(context.config, earningsPath) },
        because: becauseTeaching(course),
      },
    };
  });
}
