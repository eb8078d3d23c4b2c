/** Emails to students on a waiting list, queued in the transaction of the change. */

import { eq } from "drizzle-orm";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { findSeatPrice } from "../catalog/late-joining.ts";
import { countUpcomingClasses } from "../classes/next-class.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import {
  findRecipient,
  mailPersonAndGuardian,
  type RecipientMail,
} from "../guardians/recipients.ts";
import type { MailFact } from "../providers/mail/layout.ts";
import { price } from "./seats.mails.ts";

const t = getTexts("seats");
const facts = getTexts("mails");

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

/**
 * What the student has to know before taking an offered seat, as the course is now. The returned function
 * writes it in the current language.
 */
async function readOffer(
  context: Context,
  tx: Db,
  { offerExpiresAt }: Offered,
  { id, title }: NamedCourse,
): Promise<(timeZone: string) => MailFact[]> {
  const [found] = await tx
    .select({ course: courses, teacher: profiles.name })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(eq(courses.id, id));
  if (!found) throw new Error(`The course ${id} of an offered seat doesn't exist`);
  const { amountCents } = await findSeatPrice(context, tx, found.course, new Date());
  const { next } = await countUpcomingClasses({ db: tx }, id);
  return (timeZone) => {
    const at = (time: Date) => formatInstant(time.toISOString(), timeZone, Date.now());
    return [
      { name: facts("fact.course"), value: isolatedInRtl(title) },
      { name: facts("fact.teacher"), value: isolatedInRtl(found.teacher) },
      ...(next ? [{ name: facts("fact.firstClass"), value: at(next) }] : []),
      {
        name: facts("fact.price"),
        value: amountCents === 0 ? facts("fact.free") : price(amountCents),
      },
      { name: t("mail.offered.ends"), value: at(offerExpiresAt) },
    ];
  };
}

/** Offers the student a seat. The end of the offer is shown in the student's time zone. */
export async function mailSeatOffered(
  context: Context,
  tx: Db,
  offered: Offered,
  course: NamedCourse,
): Promise<void> {
  const { studentId, offerExpiresAt } = offered;
  const { id, title } = course;
  const listFacts = await readOffer(context, tx, offered, course);
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "offered", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone, Date.now());
      const named = { course: isolatedInRtl(title) };
      return {
        subject: t("mail.offered.subject", named),
        validUntil: offerExpiresAt,
        content: {
          title: t("mail.offered.title"),
          preheader: t("mail.offered.preheader", { end }),
          paragraphs: [t("mail.offered.first", named), t("mail.offered.second", { end })],
          facts: listFacts(timeZone),
          action: { label: t("mail.offered.action"), path: `/courses/${id}` },
        },
      };
    },
  );
}

/** Reminds a student of an offer that hasn't been used yet. */
export async function mailOfferReminder(
  context: Context,
  tx: Db,
  offered: Offered,
  course: NamedCourse,
): Promise<void> {
  const { studentId, offerExpiresAt } = offered;
  const { id, title } = course;
  const listFacts = await readOffer(context, tx, offered, course);
  return mailWaitingStudent(
    context,
    tx,
    { studentId, courseId: id, kind: "reminded", title },
    (timeZone) => {
      const end = formatInstant(offerExpiresAt.toISOString(), timeZone, Date.now());
      const named = { course: isolatedInRtl(title) };
      return {
        subject: t("mail.reminded.subject", named),
        validUntil: offerExpiresAt,
        content: {
          title: t("mail.reminded.title"),
          preheader: t("mail.offered.preheader", { end }),
          paragraphs: [t("mail.reminded.first", { ...named, end }), t("mail.reminded.second")],
          facts: listFacts(timeZone),
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
