/** Emails to students about the dates of their classes, queued in the transaction of the change. */
import { and, asc, eq, gt } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import { replacedClassesHours } from "#lib/payments/refund-policy.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import {
  describeTime,
  describeTimeZones,
  findTaughtCourse,
  listStudents,
  mailStudent,
  type TaughtCourse,
} from "../course-members/course-members.mails.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { toCalendarEvent } from "./class-event.ts";
import type { ClassRow } from "./match-classes.ts";

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
  const event = toCalendarEvent(context.config, moved, course);
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, {
      about: `class:${moved.id}`,
      kind: before.wasCanceled ? "reinstated" : "moved",
      lasting: moved.note !== null,
      subject: before.wasCanceled
        ? `A class in ${course.title} was reinstated`
        : `Your class in ${course.title} was moved`,
      title: before.wasCanceled ? "A class was reinstated" : "Your class was moved",
      preheader: `It now takes place on ${formatInstant(moved.startsAt.toISOString(), student.timeZone)}.`,
      paragraphs: [
        before.wasCanceled
          ? `${course.teacherName} reinstated a class in ${course.title} that had been canceled.`
          : `${course.teacherName} moved a class in ${course.title}.`,
        `Before: ${describeTime(before, student.timeZone)}`,
        `Now: ${describeTime(moved, student.timeZone)}`,
        ...(moved.note ? [`${course.teacherName} says: ${moved.note}`] : []),
        ...describeTimeZones(moved, student, course),
      ],
    });
  }
}

export async function mailClassCanceled(
  context: Context,
  tx: Db,
  course: TaughtCourse,
  canceled: ClassRow,
): Promise<void> {
  const event = toCalendarEvent(context.config, canceled, course);
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, {
      about: `class:${canceled.id}`,
      kind: "canceled",
      lasting: canceled.note !== null,
      subject: `A class in ${course.title} was canceled`,
      title: "A class was canceled",
      preheader: `It was scheduled for ${formatInstant(canceled.startsAt.toISOString(), student.timeZone)}.`,
      paragraphs: [
        `${course.teacherName} canceled a class in ${course.title}.`,
        `Canceled: ${describeTime(canceled, student.timeZone)}`,
        ...(canceled.note ? [`${course.teacherName} says: ${canceled.note}`] : []),
        ...describeTimeZones(canceled, student, course),
      ],
    });
  }
}

/** Sends the new dates after the weekly times or the course dates have changed. */
export async function mailNewTimes(context: Context, tx: Db, courseId: string): Promise<void> {
  const course = await findTaughtCourse(tx, courseId);
  if (!course) return;
  const dates = await listDates(context, tx, course);
  for (const student of await listStudents(tx, courseId)) {
    await mailStudent(context, tx, student, course, dates, {
      about: `times:${courseId}`,
      kind: "changed",
      subject: `The class times for ${course.title} have changed`,
      title: "Your class times have changed",
      preheader: "Please check the new dates of your classes.",
      paragraphs: [
        `${course.teacherName} changed the class times for ${course.title}. You'll find all the dates on the course page, in your own time zone. To add them to your calendar, open the attached file.`,
      ],
    });
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
    const end = formatInstant(until.toISOString(), student.timeZone);
    await mailStudent(context, tx, student, course, undefined, {
      about: `removed-classes:${courseId}`,
      kind: "removed",
      lasting: true,
      isState: true,
      subject: `You can leave ${course.title} with a full refund`,
      title: "You can leave with a full refund",
      preheader: `${course.title} now has fewer classes than you paid for.`,
      paragraphs: [
        `${course.teacherName} removed or shortened classes of ${course.title}, or moved them to times that don't count, so you now have fewer classes than you paid for. Our terms of use explain when a moved class counts: ${context.config.appUrl}/terms-of-use`,
        `If you leave the course before ${end}, you'll get a full refund regardless of its refund policy. To leave, open the course and choose “Leave course”.`,
        `If ${course.teacherName} replaces the missing classes before you leave, we'll email you. The refund policy then applies again after ${replacedClassesHours} hours.`,
      ],
    });
  }
}

/** Notifies students when their right to leave with a full refund ends, because no class is missing. */
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
    const end = formatInstant(until.toISOString(), student.timeZone);
    await mailStudent(context, tx, student, course, undefined, {
      about: `removed-classes:${courseId}`,
      kind: "replaced",
      lasting: true,
      isState: true,
      subject: `The missing classes of ${course.title} were replaced`,
      title: "The missing classes were replaced",
      preheader: `You can leave with a full refund until ${end}.`,
      paragraphs: [
        `${course.teacherName} replaced the missing classes of ${course.title}, so you once again have as many classes as you paid for.`,
        `Until ${end}, you can still leave the course with a full refund. After that, its refund policy applies again.`,
      ],
    });
  }
}

/** The upcoming classes at their current times, including canceled ones. */
async function listDates(context: Context, tx: Db, course: TaughtCourse): Promise<CalendarEvent[]> {
  const rows = await tx
    .select()
    .from(classes)
    .where(and(eq(classes.courseId, course.id), gt(classes.startsAt, new Date())))
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxDates);
  return rows.map((row) => toCalendarEvent(context.config, row, course));
}
