/** Emails to students and teachers about a seat, queued in the transaction of the change. */

import { type ClassesLeft, describeClassesLeft } from "#lib/classes/classes-left.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { describeRefundPolicy } from "#lib/payments/refund-policy-texts.ts";
import { endOf14Days } from "#lib/payments/refund-right.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { countUpcomingClasses } from "../classes/next-class.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import type { Notice } from "../mail/mail.ts";
import { findFirstRefundedSeat } from "./refund-period.ts";

const t = getTexts("seats");

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
  const coursePage = pageUrlOf(context, course);
  if (student) {
    const upcoming = await countUpcomingClasses({ db: tx }, course.id);
    await mailPersonAndGuardian(context, tx, student, async () => {
      const title = isolatedInRtl(course.title);
      return {
        notice,
        subject: t("mail.enrolled.subject", { course: title }),
        content: {
          title: t("mail.enrolled.title"),
          preheader: t("mail.enrolled.preheader", { course: title }),
          paragraphs: [
            teacher
              ? t("mail.enrolled.text", { course: title, teacher: isolatedInRtl(teacher.name) })
              : t("mail.enrolled.textWithoutTeacher", { course: title }),
            ...describePayment(seat),
            ...describeLeft(upcoming, seat, teacher?.timeZone ?? student.timeZone),
            ...(await describeEarlierSeat(tx, seat, course, student.timeZone)),
            ...describeMissingClasses(seat, student.timeZone),
          ],
          action: { label: t("mail.openCourse"), url: coursePage() },
          because: t("mail.becauseEnrolling", { course: title }),
        },
      };
    });
  }
  if (teacher) {
    await mailPerson(context, tx, teacher, () => {
      const title = isolatedInRtl(course.title);
      const sentence = t("mail.newStudent.text", { student: nameOf(student), course: title });
      return {
        notice,
        subject: t("mail.newStudent.subject", { course: title }),
        content: {
          title: t("mail.newStudent.title"),
          preheader: sentence,
          paragraphs: [sentence],
          action: { label: t("mail.openCourse"), url: coursePage() },
          because: becauseTeaching(course),
        },
      };
    });
  }
}

function describePayment({ amountCents, refundPolicy }: Seat & { refundPolicy: RefundPolicy }) {
  if (amountCents === 0) return [t("mail.enrolled.free")];
  return [
    t("mail.enrolled.paid", { amount: price(amountCents) }),
    t("mail.enrolled.policy", { policy: describeRefundPolicy(refundPolicy) }),
  ];
}

/** What is left of a course that has started. */
function describeLeft(upcoming: ClassesLeft, { amountCents }: Seat, zone: string): string[] {
  const left = describeClassesLeft(upcoming, toDollars(amountCents), zone, new Date());
  return left === undefined ? [] : [t("mail.enrolled.classesLeft", { left })];
}

/** The address of the course page in the current language. */
const pageUrlOf =
  ({ config }: Context, { id }: CourseFacts) =>
  (): string =>
    pageUrl(config, `/courses/${id}`);

const nameOf = (student: { name: string } | undefined): string =>
  student ? isolatedInRtl(student.name) : t("mail.someStudent");

/** The right of a student whose classes went missing during the checkout. */
function describeMissingClasses(
  { refundableUntil }: { refundableUntil: Date | null },
  timeZone: string,
): string[] {
  if (refundableUntil === null) return [];
  const end = formatInstant(refundableUntil.toISOString(), timeZone);
  return [t("mail.enrolled.fewerClasses"), t("mail.enrolled.refundUntil", { end })];
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
  const key = end > new Date() ? "mail.enrolled.earlierEnds" : "mail.enrolled.earlierEnded";
  return [t(key, { end: formatInstant(end.toISOString(), timeZone) })];
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
  const coursePage = pageUrlOf(context, course);
  if (student) {
    await mailPersonAndGuardian(context, tx, student, () => {
      const title = isolatedInRtl(course.title);
      return {
        notice,
        subject: t("mail.left.subject", { course: title }),
        content: {
          title: t("mail.left.title"),
          preheader: t("mail.left.preheader", { course: title }),
          paragraphs: [
            t("mail.left.text", { course: title }),
            ...(seat.amountCents === 0 ? [] : [t("mail.left.notRefunded")]),
          ],
          action: { label: t("mail.browse"), url: pageUrl(context.config, "/courses") },
          because: becauseEnrolled(course),
        },
      };
    });
  }
  if (teacher) {
    await mailPerson(context, tx, teacher, () => {
      const values = { course: isolatedInRtl(course.title), student: nameOf(student) };
      return {
        notice,
        subject: t("mail.studentLeft.subject", values),
        content: {
          title: t("mail.studentLeft.title"),
          preheader: t("mail.studentLeft.preheader", values),
          paragraphs: [t("mail.studentLeft.text", values)],
          action: { label: t("mail.openCourse"), url: coursePage() },
          because: becauseTeaching(course),
        },
      };
    });
  }
}

/** The reason why a teacher gets an email about a course. */
export function becauseTeaching({ title }: Pick<CourseFacts, "title">): string {
  return t("mail.becauseTeaching", { course: isolatedInRtl(title) });
}

/** The reason why a former student gets an email about a course. */
export function becauseEnrolled({ title }: Pick<CourseFacts, "title">): string {
  return t("mail.becauseEnrolled", { course: isolatedInRtl(title) });
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
