/** Emails with the recap of a class, for the members who want them. */

import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import type { LivePageRecap } from "#lib/live-pages/live-pages.responses.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";
import { describePassage, numberOfVerse } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { describeMistakes, kindNames } from "#lib/recitations/recitations.rules.ts";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { formatShortDay, formatSpan } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import { listStudents } from "../../course-members/course-members.mails.ts";
import { listAbsences } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { livePages, livePageVerses } from "../../db/tables/live-pages.table.ts";
import {
  findRecipient,
  mailPersonAndGuardian,
  type Recipient,
} from "../../guardians/recipients.ts";
import { startBatch } from "../../jobs/batch.ts";
import { type ClassRecap, findClassRecap, readOwnLessons, readPassagesOfClass } from "./recap.ts";

const texts = getTexts("livePages");

const minute = 60_000;
/** How long after the class the recap is sent, so that the teacher can log the lessons first. */
const waitMs = 30 * minute;
/** A class that runs late hasn't ended as long as its page still changes. */
const quietMs = 15 * minute;
/** Recaps that an outage has delayed for longer than this are no longer sent. */
const usefulMs = 24 * 60 * minute;
/** The email lists at most this many passages. The recap's page lists all of them. */
const maxPassages = 20;

/**
 * Emails the recaps that are due. Each is sent once, even if several processes run this. A failure
 * doesn't prevent the others from being sent.
 * @throws the first error, after all recaps have been tried.
 */
export async function mailDueRecaps(context: Context): Promise<void> {
  const now = Date.now();
  const due = await context.db
    .select({ classId: livePages.classId })
    .from(livePages)
    .innerJoin(classes, eq(classes.id, livePages.classId))
    .where(
      and(
        isNull(livePages.recapMailedAt),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, new Date(now - usefulMs)),
        lt(classes.endsAt, new Date(now - waitMs)),
        lt(livePages.updatedAt, new Date(now - quietMs)),
        sql`exists (select from ${livePageVerses} where ${livePageVerses.classId} = ${classes.id})`,
      ),
    );
  const batch = startBatch(context);
  for (const { classId } of due) {
    await batch.attempt({ classId }, () =>
      context.db.transaction((tx) => mailRecaps(context, tx, classId)),
    );
  }
  batch.end();
}

async function mailRecaps(context: Context, tx: Db, classId: string): Promise<void> {
  const [isFirst] = await tx
    .update(livePages)
    .set({ recapMailedAt: new Date() })
    .where(and(eq(livePages.classId, classId), isNull(livePages.recapMailedAt)))
    .returning({ classId: livePages.classId });
  const recap = isFirst && (await findClassRecap(tx, classId));
  if (!recap) return;
  const passages = await readPassagesOfClass(tx, classId);
  // No recap is sent if the class only passed verses without reading any.
  if (passages.length === 0) return;
  const teacher = await findRecipient(tx, recap.teacherId);
  const students = await listStudents(tx, recap.courseId, recap.endsAt);
  for (const recipient of teacher ? [teacher, ...students] : students) {
    if (!recipient.wants.classRecaps) continue;
    const isTeacher = recipient === teacher;
    const absences = isTeacher ? [] : await listAbsences(tx, recipient.profileId, recap.courseId);
    const seen =
      absences.length === 0 ? passages : await readPassagesOfClass(tx, classId, absences);
    // The student was only enrolled while nothing was read.
    if (seen.length === 0) continue;
    const own = isTeacher ? {} : await readOwnLessons(tx, recap, recipient.profileId);
    const mailed = { ...recap, ...own, classId, passages: seen, isTeacher };
    await mailRecap(context, tx, recipient, mailed);
  }
}

interface MailedRecap extends ClassRecap, Pick<LivePageRecap, "passages" | "lessons" | "next"> {
  classId: string;
  /** Whether the recipient is the teacher. */
  isTeacher: boolean;
}

async function mailRecap(
  context: Context,
  tx: Db,
  recipient: Recipient,
  recap: MailedRecap,
): Promise<void> {
  const { config } = context;
  const { classId, course, startsAt, passages, lessons = [], next, isTeacher } = recap;
  const zone = recipient.timeZone;
  const more = passages.length - maxPassages;
  await mailPersonAndGuardian(context, tx, recipient, () => ({
    subject: texts("recap.subject", {
      course: isolatedInRtl(course.title),
      day: formatShortDay(startsAt.toISOString(), zone, Date.now()),
    }),
    content: {
      title: texts("recap.title"),
      preheader: texts("recap.preheader", { count: passages.length }),
      paragraphs: [
        texts("recap.readTogether", {
          role: isTeacher ? "teacher" : "student",
          teacher: isolatedInRtl(course.teacherName),
          course: isolatedInRtl(course.title),
        }),
        ...passages.slice(0, maxPassages).map((passage) => describeRead(passage, zone)),
        ...(more > 0 ? [texts("recap.more", { count: more })] : []),
        ...(lessons.length > 0 ? [texts("recap.ownLessons"), ...lessons.map(describeLesson)] : []),
        ...describeMarkedWords(lessons),
        ...(next ? [texts("recap.next", describeNext(next))] : []),
      ],
      action: { label: texts("recap.open"), url: pageUrl(config, recapPath(classId)) },
      note: texts("recap.stop", { url: pageUrl(config, emailSettingsPath) }),
      because: texts("recap.because"),
    },
    unsubscribe: { list: "classRecaps", profileId: recipient.profileId },
    notice: {
      sender: recap.teacherId,
      courseId: recap.courseId,
      about: `recap:${classId}`,
      kind: "recap",
    },
  }));
}

function describeRead(
  { from, to, startedAt, endedAt }: LivePageRecap["passages"][number],
  zone: string,
): string {
  return texts("recap.passage", {
    passage: describePassage({ first: numberOfKey(from) ?? 1, last: numberOfKey(to) ?? 1 }),
    time: formatSpan(startedAt, endedAt, zone, Date.now()),
  });
}

type Lesson = NonNullable<LivePageRecap["lessons"]>[number];

function describeLesson({ kind, passage, mistakes, note = "" }: Lesson): string {
  return texts("recap.lesson", {
    kind: `${kindNames[kind]} (${kind})`,
    passage,
    mistakes: describeMistakes(mistakes),
    note,
  }).trimEnd();
}

/** The marked words of all lessons, without duplicates. */
function describeMarkedWords(lessons: readonly Lesson[]): string[] {
  const words = lessons.flatMap(({ markedWords = [] }) =>
    markedWords.map(({ text, verse }) => `${text} (${verse})`),
  );
  if (words.length === 0) return [];
  return [texts("recap.markedWords", { words: listTexts([...new Set(words)]) })];
}

function describeNext(next: NonNullable<LivePageRecap["next"]>) {
  const nameVerse = (verse: (typeof next)["sabaq"]) => {
    const number = numberOfVerse(verse) ?? 1;
    return describePassage({ first: number, last: number });
  };
  return {
    sabaq: nameVerse(next.sabaq),
    sabqi: nameVerse(next.sabqi),
    manzil: nameVerse(next.manzil),
  };
}
