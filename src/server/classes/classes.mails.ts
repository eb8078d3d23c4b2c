/** Emails to students about the dates of their classes, queued in the transaction of the change. */
import { and, asc, eq, gt } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import { replacedClassesHours } from "#lib/payments/refund-policy.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import {
  describeTeachersTime,
  describeTime,
  findTaughtCourse,
  listStudents,
  mailStudent,
  type TaughtCourse,
} from "../course-members/course-members.mails.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import type { Recipient } from "../guardians/recipients.ts";
import { toCalendarEvent } from "./class-event.ts";
import type { ClassRow } from "./match-classes.ts";

const t = getTexts("classes");

/** The maximum number of dates attached to an email. The course page lists all of them. */
const maxDates = 100;

/** Sends every enrolled student the previous and the new time, in the student's time zone. */
export async function mailClassMoved(
  context: Context,
  tx: Db,
  course: TaughtCourse,
  moved: ClassRow,
  before: DatedTime & { wasCanceled: boolean },
): Promise<void> {
  const event = () => toCalendarEvent(context.config, moved, course);
  const kind = before.wasCanceled ? "reinstated" : "moved";
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, () => ({
      about: `class:${moved.id}`,
      kind,
      lasting: moved.note !== null,
      subject: t(`mail.${kind}.subject`, nameParts(course)),
      title: t(`mail.${kind}.title`),
      preheader: t("mail.newTime", { time: formatStart(moved, student) }),
      paragraphs: [
        t(`mail.${kind}.text`, nameParts(course)),
        t("mail.before", { time: describeTime(before, student.timeZone) }),
        t("mail.now", { time: describeTime(moved, student.timeZone) }),
        ...describeNote(moved, course),
        ...describeTeachersTime(moved, student, course),
      ],
    }));
  }
}

export async function mailClassCanceled(
  context: Context,
  tx: Db,
  course: TaughtCourse,
  canceled: ClassRow,
): Promise<void> {
  const event = () => toCalendarEvent(context.config, canceled, course);
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, () => ({
      about: `class:${canceled.id}`,
      kind: "canceled",
      lasting: canceled.note !== null,
      subject: t("mail.canceled.subject", nameParts(course)),
      title: t("mail.canceled.title"),
      preheader: t("mail.canceled.preheader", { time: formatStart(canceled, student) }),
      paragraphs: [
        t("mail.canceled.text", nameParts(course)),
        t("mail.canceledTime", { time: describeTime(canceled, student.timeZone) }),
        ...describeNote(canceled, course),
        ...describeTeachersTime(canceled, student, course),
      ],
    }));
  }
}

/** Sends the new dates after the weekly times or the course dates have changed. */
export async function mailNewTimes(context: Context, tx: Db, courseId: string): Promise<void> {
  const course = await findTaughtCourse(tx, courseId);
  if (!course) return;
  const upcoming = await listUpcoming(tx, course);
  const dates = () => upcoming.map((row) => toCalendarEvent(context.config, row, course));
  for (const student of await listStudents(tx, courseId)) {
    await mailStudent(context, tx, student, course, dates, () => ({
      about: `times:${courseId}`,
      kind: "changed",
      subject: t("mail.times.subject", nameParts(course)),
      title: t("mail.times.title"),
      preheader: t("mail.times.preheader"),
      paragraphs: [t("mail.times.text", nameParts(course))],
    }));
  }
}

/** Notifies these students that they can leave with a full refund because classes are missing. */
export async function mailRemovedClasses(
  context: Context,
  tx: Db,
  courseId: string,
  studentIds: readonly string[],
  until: Date,
): Promise<void> {
  const course = studentIds.length > 0 ? await findTaughtCourse(tx, courseId) : undefined;
  if (!course) return;
  for (const student of await listStudents(tx, courseId)) {
    if (!studentIds.includes(student.profileId)) continue;
    await mailStudent(context, tx, student, course, undefined, () => {
      const url = pageUrl(context.config, "/terms-of-use");
      const names = nameParts(course);
      return {
        about: `removed-classes:${courseId}`,
        kind: "removed",
        lasting: true,
        isState: true,
        subject: t("mail.removed.subject", names),
        title: t("mail.removed.title"),
        preheader: t("mail.removed.preheader", names),
        paragraphs: [
          t("mail.removed.text", { ...names, url }),
          t("mail.removed.leave", {
            time: formatInstant(until.toISOString(), student.timeZone, Date.now()),
          }),
          t("mail.removed.replaced", { ...names, hours: replacedClassesHours }),
        ],
      };
    });
  }
}

/**
 * Notifies students when their right to leave with a full refund ends, because no class is missing.
 */
export async function mailReplacedClasses(
  context: Context,
  tx: Db,
  courseId: string,
  ends: ReadonlyMap<string, Date>,
): Promise<void> {
  const course = ends.size > 0 ? await findTaughtCourse(tx, courseId) : undefined;
  if (!course) return;
  for (const student of await listStudents(tx, courseId)) {
    const until = ends.get(student.profileId);
    if (!until) continue;
    await mailStudent(context, tx, student, course, undefined, () => {
      const time = formatInstant(until.toISOString(), student.timeZone, Date.now());
      return {
        about: `removed-classes:${courseId}`,
        kind: "replaced",
        lasting: true,
        isState: true,
        subject: t("mail.replaced.subject", nameParts(course)),
        title: t("mail.replaced.title"),
        preheader: t("mail.replaced.preheader", { time }),
        paragraphs: [
          t("mail.replaced.text", nameParts(course)),
          t("mail.replaced.until", { time }),
        ],
      };
    });
  }
}

/** The upcoming classes at their current times, including canceled ones. */
async function listUpcoming(tx: Db, course: TaughtCourse): Promise<ClassRow[]> {
  return await tx
    .select()
    .from(classes)
    .where(and(eq(classes.courseId, course.id), gt(classes.startsAt, new Date())))
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxDates);
}

const nameParts = ({ title, teacherName }: TaughtCourse) => ({
  course: isolatedInRtl(title),
  teacher: isolatedInRtl(teacherName),
});

const formatStart = ({ startsAt }: DatedTime, { timeZone }: Recipient): string =>
  formatInstant(startsAt.toISOString(), timeZone, Date.now());

/** The teacher's message about the change, if there is one. */
const describeNote = ({ note }: ClassRow, course: TaughtCourse): string[] =>
  note ? [t("mail.note", { ...nameParts(course), note })] : [];
