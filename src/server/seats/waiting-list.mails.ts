/** Emails to students on a waiting list, queued in the transaction of the change. */

import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import {
  findRecipient,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../guardians/recipients.ts";

const t = getTexts("seats");

interface NamedCourse {
  id: string;
  title: string;
}

interface Waiting {
  studentId: string;
}

interface Offered extends Waiting {
  offerExpiresAt: Date;
}

type EmailText = Omit<RecipientMail, "content"> & {
  content: Omit<RecipientMail["content"], "action" | "because"> & {
    action: { label: string; path: string };
  };
};

/** Offers the student a seat. The end of the offer is shown in the student's time zone. */
export function mailSeatOffered(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: Offered,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "offered", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone, Date.now());
      const course = isolatedInRtl(title);
      return {
        subject: t("mail.offered.subject", { course }),
        validUntil: offerExpiresAt,
        content: {
          title: t("mail.offered.title"),
          preheader: t("mail.offered.preheader", { end }),
          paragraphs: [t("mail.offered.first", { course }), t("mail.offered.second", { end })],
          action: { label: t("mail.offered.action"), path: `/courses/${id}` },
        },
      };
    },
  );
}

/** Reminds a student of an offer that hasn't been used yet. */
export function mailOfferReminder(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: Offered,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "reminded", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone, Date.now());
      const course = isolatedInRtl(title);
      return {
        subject: t("mail.reminded.subject", { course }),
        validUntil: offerExpiresAt,
        content: {
          title: t("mail.reminded.title"),
          preheader: t("mail.offered.preheader", { end }),
          paragraphs: [t("mail.reminded.first", { course, end }), t("mail.reminded.second")],
          action: { label: t("mail.offered.action"), path: `/courses/${id}` },
        },
      };
    },
  );
}

/** Notifies a student who didn't take the offered seat in time. */
export function mailOfferExpired(
  context: Context,
  tx: Db,
  { studentId, offerExpiresAt }: Offered,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "lapsed", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone, Date.now());
      const course = isolatedInRtl(title);
      return {
        subject: t("mail.lapsed.subject", { course }),
        content: {
          title: t("mail.lapsed.title"),
          preheader: t("mail.lapsed.preheader"),
          paragraphs: [t("mail.lapsed.first", { course, end }), t("mail.lapsed.second")],
          action: { label: t("mail.openCourse"), path: `/courses/${id}` },
        },
      };
    },
  );
}

/** Notifies a waiting student that the course no longer accepts students. */
export function mailWaitingListClosed(
  context: Context,
  tx: Db,
  { studentId }: Waiting,
  { id, title }: NamedCourse,
): Promise<void> {
  return mailWaitingStudent(context, tx, { studentId, courseId: id, kind: "closed", title }, () => {
    const course = isolatedInRtl(title);
    return {
      subject: t("mail.closed.subject", { course }),
      content: {
        title: t("mail.closed.title"),
        preheader: t("mail.closed.preheader", { course }),
        paragraphs: [t("mail.closed.text", { course })],
        action: { label: t("mail.browse"), path: "/courses" },
      },
    };
  });
}

/** Does nothing for a deleted account. `write` is called in the language of the student. */
async function mailWaitingStudent(
  context: Context,
  tx: Db,
  {
    studentId,
    courseId,
    kind,
    title,
  }: { studentId: string; courseId: string; kind: string; title: string },
  write: (timeZone: string) => EmailText,
): Promise<void> {
  const student = await findRecipient(tx, studentId);
  if (!student) return;
  await mailPersonAndGuardian(context, tx, student, () => {
    const { content, ...mail } = write(student.timeZone);
    const { label, path } = content.action;
    return {
      ...mail,
      notice: {
        sender: courseId,
        courseId,
        about: `waiting:${courseId}`,
        kind,
        // Sent regardless of preferences, because people who miss this email lose the seat.
        lasting: kind === "offered" || kind === "reminded",
      },
      content: {
        ...content,
        action: { label, url: pageUrl(context.config, path) },
        because: t("mail.becauseWaiting", { course: isolatedInRtl(title) }),
      },
    };
  });
}
