/** What guardians of children are told about lessons. */
import { formatShortDay } from "#lib/instants.ts";
import type { RecitationView } from "#lib/recitation-views.ts";
import { describeMistakes, kindNames } from "#lib/recitations.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { type Guardian, greetGuardian } from "../people/guardian.ts";
import type { Seat } from "./seat.ts";

const action = (url: string) => ({ label: "See the Progress", url });
const keepIt = ({ child }: Guardian) =>
  `The link shows ${child}'s lessons without signing in, so please keep it to yourself.`;

/** What was written down lately, and how many lessons the mail has no room for. */
export async function mailLessons(
  context: Context,
  tx: Db,
  { courseTitle, teacherName, studentZone }: Seat,
  guardian: Guardian,
  { lessons, more, url }: { lessons: readonly RecitationView[]; more: number; url: string },
): Promise<void> {
  const { child, address } = guardian;
  const subject = `Quran lessons of ${child}`;
  await sendMail(context, tx, {
    to: address,
    subject,
    content: {
      title: subject,
      preheader: `In the course ${courseTitle}.`,
      paragraphs: [
        greetGuardian(guardian),
        `you are ${child}'s guardian, so we send you what ${child} has recited in ${courseTitle}, as ${teacherName} wrote it down:`,
        ...lessons.map((lesson) => describeLesson(lesson, studentZone)),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: action(url),
      note: keepIt(guardian),
    },
  });
}

function describeLesson(lesson: RecitationView, zone: string): string {
  const { kind, passage, heardAt, mistakes, note } = lesson;
  const words = `${formatShortDay(heardAt, zone)}: ${kindNames[kind]} (${kind}), ${passage}, ${describeMistakes(mistakes)}.`;
  return note ? `${words} ${note}` : words;
}

/** The link alone, when it was asked for. */
export async function mailGuardianLink(
  context: Context,
  tx: Db,
  { courseTitle }: Seat,
  guardian: Guardian,
  url: string,
): Promise<void> {
  const { child, address } = guardian;
  const subject = `The Quran progress of ${child}`;
  await sendMail(context, tx, {
    to: address,
    subject,
    content: {
      title: subject,
      preheader: `In the course ${courseTitle}.`,
      paragraphs: [
        greetGuardian(guardian),
        `this is a new link to what ${child} learns in ${courseTitle}. The one before it doesn't work any more.`,
      ],
      action: action(url),
      note: keepIt(guardian),
    },
  });
}
