/** What guardians of children are told about lessons. */

import type { RecitationView } from "#lib/recitations/recitation-views.ts";
import { describeMistakes, kindNames } from "#lib/recitations/recitations.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { type Guardian, greetGuardian } from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { Seat } from "./seat.ts";

export interface LessonNews {
  lessons: readonly RecitationView[];
  /** How many the mail has no room for. */
  more: number;
}

/** What was written down lately. */
export function mailLessons(
  context: Context,
  tx: Db,
  seat: Seat,
  guardian: Guardian,
  { lessons, more, url }: LessonNews & { url: string },
): Promise<void> {
  const { child } = guardian;
  return mailGuardian(context, tx, seat, guardian, {
    subject: `Quran lessons of ${child}`,
    paragraphs: [
      `you are ${child}'s guardian, so we send you what ${child} has recited in ${seat.courseTitle}, as ${seat.teacherName} wrote it down:`,
      ...lessons.map((lesson) => describeLesson(lesson, seat.studentZone)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    url,
  });
}

function describeLesson(lesson: RecitationView, zone: string): string {
  const { kind, passage, heardAt, mistakes, note } = lesson;
  const words = `${formatShortDay(heardAt, zone)}: ${kindNames[kind]} (${kind}), ${passage}, ${describeMistakes(mistakes)}.`;
  return note ? `${words} ${note}` : words;
}

/** The link alone, when it was asked for. */
export function mailGuardianLink(
  context: Context,
  tx: Db,
  seat: Seat,
  guardian: Guardian,
  url: string,
): Promise<void> {
  const { child } = guardian;
  return mailGuardian(context, tx, seat, guardian, {
    subject: `The Quran progress of ${child}`,
    paragraphs: [
      `this is a new link to what ${child} learns in ${seat.courseTitle}. The one before it doesn't work any more.`,
    ],
    url,
  });
}

async function mailGuardian(
  context: Context,
  tx: Db,
  { courseTitle }: Seat,
  guardian: Guardian,
  { subject, paragraphs, url }: { subject: string; paragraphs: string[]; url: string },
): Promise<void> {
  await sendMail(context, tx, {
    unsubscribe: { list: "guardian", profileId: guardian.studentId },
    to: guardian.address,
    subject,
    content: {
      title: subject,
      preheader: `In the course ${courseTitle}.`,
      paragraphs: [greetGuardian(guardian), ...paragraphs],
      action: { label: "See the Progress", url },
      note: `The link shows ${guardian.child}'s lessons without signing in, so please keep it to yourself.`,
    },
  });
}
