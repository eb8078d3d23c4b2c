/**
 * Emails to students and teachers about a seat that has ended, and the parts that emails about
 * seats share. They are queued in the transaction of the change.
 */

import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { findRecipient, mailPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import type { Notice } from "../mail/mail.ts";

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

/** The address of the course page in the current language. */
export const pageUrlOf =
  ({ config }: Context, { id }: CourseFacts) =>
  (): string =>
    pageUrl(config, `/courses/${id}`);

export const nameOf = (student: { name: string } | undefined): string =>
  student ? isolatedInRtl(student.name) : t("mail.someStudent");

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
