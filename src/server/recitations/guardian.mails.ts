/** Emails to guardians of children about lessons. */

import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import { describeMistakes } from "#lib/recitations/recitations.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { Guardian } from "../guardians/guardian.ts";
import { extendMessageLink } from "../guardians/message-links.ts";
import { childPageAction, mailGuardian } from "../guardians/recipients.ts";
import type { Seat } from "./seat.ts";

const t = getTexts("recitations");

export interface LessonEmail {
  lessons: readonly RecitationView[];
  /** The number of lessons that the email doesn't list. */
  more: number;
}

/** Lists the lessons that were logged recently. @param url the link to all of them, if there is one. */
export function mailLessons(
  context: Context,
  tx: Db,
  seat: Seat,
  guardian: Guardian,
  { lessons, more, url }: LessonEmail & { url: string | undefined },
): Promise<void> {
  return mailLink(context, tx, seat, guardian, url, (values) => ({
    subject: t("mail.lessons.subject", values),
    paragraphs: [
      t("mail.lessons.text", { ...values, teacher: isolatedInRtl(seat.teacherName) }),
      ...lessons.map((lesson) => describeLesson(lesson, seat.studentZone)),
      ...(more > 0 ? [t("mail.lessons.more", { count: more })] : []),
    ],
  }));
}

function describeLesson(lesson: RecitationView, zone: string): string {
  const { kind, passage, heardAt, mistakes, note } = lesson;
  const text = t("mail.lessons.lesson", {
    day: formatShortDay(heardAt, zone, Date.now()),
    kind: t(`mail.lessons.kind.${kind}`),
    passage: isolatedInRtl(passage),
    mistakes: describeMistakes(mistakes),
  });
  return note ? `${text} ${note}` : text;
}

/** Contains a note that was changed or removed, before and after. */
export async function mailNote(
  context: Context,
  tx: Db,
  { courseTitle, teacherId, teacherName }: Seat,
  guardian: Guardian,
  { lessonId, before, after }: { lessonId: string; before: string | null; after: string | null },
): Promise<void> {
  const url = await extendMessageLink(context, tx, guardian);
  await mailGuardian(context, tx, guardian, () => {
    const subject = t("mail.note.subject", { child: isolatedInRtl(guardian.child) });
    const values = { teacher: isolatedInRtl(teacherName), course: isolatedInRtl(courseTitle) };
    const describeNote = (note: string | null) => note ?? t("mail.note.none");
    return {
      notice: { sender: teacherId, about: `lesson:${lessonId}`, kind: "changed", lasting: true },
      subject,
      content: {
        title: subject,
        preheader: t("mail.note.preheader", values),
        paragraphs: [
          t("mail.note.text", values),
          t("mail.note.before", { note: describeNote(before) }),
          t("mail.note.after", { note: describeNote(after) }),
        ],
        facts: [
          { name: t("mail.fact.course"), value: values.course },
          { name: t("mail.fact.teacher"), value: values.teacher },
        ],
        ...childPageAction(guardian, url),
      },
    };
  });
}

/** Contains only the link, after a new one was requested. */
export function mailGuardianLink(
  context: Context,
  tx: Db,
  seat: Seat,
  guardian: Guardian,
  url: string,
): Promise<void> {
  return mailLink(context, tx, seat, guardian, url, (values) => ({
    subject: t("mail.link.subject", values),
    paragraphs: [t("mail.link.text", values)],
  }));
}

async function mailLink(
  context: Context,
  tx: Db,
  { courseTitle, teacherName }: Seat,
  guardian: Guardian,
  url: string | undefined,
  write: (values: { child: string; course: string }) => { subject: string; paragraphs: string[] },
): Promise<void> {
  await mailGuardian(context, tx, guardian, () => {
    const values = { child: isolatedInRtl(guardian.child), course: isolatedInRtl(courseTitle) };
    const { subject, paragraphs } = write(values);
    return {
      subject,
      content: {
        title: subject,
        preheader: t("mail.link.preheader", values),
        paragraphs,
        facts: [
          { name: t("mail.fact.course"), value: values.course },
          { name: t("mail.fact.teacher"), value: isolatedInRtl(teacherName) },
        ],
        ...(url && {
          action: { label: t("mail.link.action", values), url },
          note: t("mail.link.note", values),
        }),
      },
    };
  });
}
