/** Emails to guardians of children about lessons. */

import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import { describeMistakes, kindNames } from "#lib/recitations/recitations.rules.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { Guardian } from "../guardians/guardian.ts";
import { mailGuardian } from "../guardians/recipients.ts";
import type { Seat } from "./seat.ts";

export interface LessonEmail {
  lessons: readonly RecitationView[];
  /** How many more lessons there are than the email lists. */
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
  const { child } = guardian;
  return mailLink(context, tx, seat, guardian, {
    subject: `${child}'s Quran lessons`,
    paragraphs: [
      `This is what ${child} recited in ${seat.courseTitle}, as recorded by ${seat.teacherName}:`,
      ...lessons.map((lesson) => describeLesson(lesson, seat.studentZone)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    url,
  });
}

function describeLesson(lesson: RecitationView, zone: string): string {
  const { kind, passage, heardAt, mistakes, note } = lesson;
  const text = `${formatShortDay(heardAt, zone)}: ${kindNames[kind]} (${kind}), ${passage}, ${describeMistakes(mistakes)}.`;
  return note ? `${text} ${note}` : text;
}

/** Contains a note that was changed or removed, before and after. */
export function mailNote(
  context: Context,
  tx: Db,
  { courseTitle, teacherId, teacherName }: Seat,
  guardian: Guardian,
  { lessonId, before, after }: { lessonId: string; before: string | null; after: string | null },
): Promise<void> {
  const subject = `A note about ${guardian.child}'s Quran lesson was changed`;
  return mailGuardian(context, tx, guardian, {
    notice: { sender: teacherId, about: `lesson:${lessonId}`, kind: "changed", lasting: true },
    subject,
    content: {
      title: subject,
      preheader: `${teacherName} changed a note in ${courseTitle}.`,
      paragraphs: [
        `${teacherName} changed a note about a lesson in ${courseTitle}.`,
        `Before: ${before ?? "no note"}`,
        `Now: ${after ?? "no note"}`,
      ],
    },
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
  const { child } = guardian;
  return mailLink(context, tx, seat, guardian, {
    subject: `${child}'s Quran progress`,
    paragraphs: [
      `Here is a new link to ${child}'s progress in ${seat.courseTitle}. The previous link no longer works.`,
    ],
    url,
  });
}

async function mailLink(
  context: Context,
  tx: Db,
  { courseTitle }: Seat,
  guardian: Guardian,
  { subject, paragraphs, url }: { subject: string; paragraphs: string[]; url: string | undefined },
): Promise<void> {
  await mailGuardian(context, tx, guardian, {
    subject,
    content: {
      title: subject,
      preheader: `See how ${guardian.child} is doing in ${courseTitle}.`,
      paragraphs,
      ...(url && {
        action: { label: `See ${guardian.child}'s progress`, url },
        note: `Anyone with the link can see ${guardian.child}'s lessons without logging in, so please don't share it.`,
      }),
    },
  });
}
