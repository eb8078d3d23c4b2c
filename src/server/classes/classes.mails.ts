/** What students are told about the dates of their classes, queued with the change itself. */
import { and, asc, eq, gt } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { CalendarEvent } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import {
  findTaughtCourse,
  listStudents,
  mailStudent,
  span,
  type TaughtCourse,
  zones,
} from "../course-members/mail-students.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { toCalendarEvent } from "./class-event.ts";
import type { ClassRow } from "./match-classes.ts";

/** How many dates a mail takes along; the page has all. */
const maxDates = 100;

/** Every enrolled student hears of the new time, in the student's own zone, and of the old one. */
export async function mailClassMoved(
  context: Context,
  tx: Db,
  course: TaughtCourse,
  moved: ClassRow,
  before: DatedTime & { wasCancelled: boolean },
): Promise<void> {
  const event = toCalendarEvent(context.config, moved, course);
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, {
      about: `class:${moved.id}`,
      kind: before.wasCancelled ? "reinstated" : "moved",
      subject: `Your class in ${course.title} was moved`,
      title: "Your class was moved",
      preheader: `It takes place on ${formatInstant(moved.startsAt.toISOString(), student.timeZone)}.`,
      paragraphs: [
        before.wasCancelled
          ? `a class of ${course.title} that had been cancelled takes place after all.`
          : `${course.teacherName} has moved a class of ${course.title}.`,
        `${before.wasCancelled ? "It was to be" : "Before"}: ${span(before, student.timeZone)}`,
        `Now: ${span(moved, student.timeZone)}`,
        ...(moved.note ? [`${course.teacherName} says: ${moved.note}`] : []),
        ...zones(moved, student, course),
      ],
    });
  }
}

export async function mailClassCancelled(
  context: Context,
  tx: Db,
  course: TaughtCourse,
  cancelled: ClassRow,
): Promise<void> {
  const event = toCalendarEvent(context.config, cancelled, course);
  for (const student of await listStudents(tx, course.id)) {
    await mailStudent(context, tx, student, course, event, {
      about: `class:${cancelled.id}`,
      kind: "canceled",
      subject: `A class in ${course.title} is cancelled`,
      title: "A class is cancelled",
      preheader: `It was to take place on ${formatInstant(cancelled.startsAt.toISOString(), student.timeZone)}.`,
      paragraphs: [
        `${course.teacherName} has cancelled a class of ${course.title}.`,
        `Cancelled: ${span(cancelled, student.timeZone)}`,
        ...(cancelled.note ? [`${course.teacherName} says: ${cancelled.note}`] : []),
        ...zones(cancelled, student, course),
      ],
    });
  }
}

/** The week or the dates of the course are others, so that many classes are. */
export async function mailNewTimes(context: Context, tx: Db, courseId: string): Promise<void> {
  const course = await findTaughtCourse(tx, courseId);
  if (!course) return;
  const dates = await listDates(context, tx, course);
  for (const student of await listStudents(tx, courseId)) {
    await mailStudent(context, tx, student, course, dates, {
      about: `times:${courseId}`,
      kind: "changed",
      subject: `The times of ${course.title} have changed`,
      title: "Your class times have changed",
      preheader: "Please look at the new dates of your classes.",
      paragraphs: [
        `${course.teacherName} has changed the times of ${course.title}. All dates stand on the page of your course, in your own time zone; the attached file takes them to your calendar.`,
      ],
    });
  }
}

/** The coming classes as they are planned now, and those that were dropped. */
async function listDates(context: Context, tx: Db, course: TaughtCourse): Promise<CalendarEvent[]> {
  const rows = await tx
    .select()
    .from(classes)
    .where(and(eq(classes.courseId, course.id), gt(classes.startsAt, new Date())))
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxDates);
  return rows.map((row) => toCalendarEvent(context.config, row, course));
}
