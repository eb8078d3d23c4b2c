/** What students are told about the dates of their classes, queued with the change itself. */
import { and, eq, isNull } from "drizzle-orm";
import type { DatedTime } from "#lib/classes.ts";
import { formatInstant } from "#lib/instants.ts";
import { users } from "../accounts/accounts.table.ts";
import { type CalendarEvent, writeInvitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { enrolments } from "../enrolments/enrolments.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { profiles } from "../people/people.table.ts";
import { toCalendarEvent } from "./class-event.ts";
import type { ClassRow } from "./match-classes.ts";

interface TaughtCourse {
  id: string;
  title: string;
  teacherName: string;
  /** IANA zone of the teacher. */
  timeZone: string;
}

interface Guest {
  name: string;
  email: string;
  timeZone: string;
}

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
  for (const student of await listStudents(tx, courseId)) {
    await mailStudent(context, tx, student, course, undefined, {
      subject: `The times of ${course.title} have changed`,
      title: "Your class times have changed",
      preheader: "Please look at the new dates of your classes.",
      paragraphs: [
        `${course.teacherName} has changed the times of ${course.title}. All dates stand on the page of your course, in your own time zone.`,
      ],
    });
  }
}

async function mailStudent(
  context: Context,
  tx: Db,
  { name, email }: Guest,
  course: TaughtCourse,
  event: CalendarEvent | undefined,
  words: { subject: string; title: string; preheader: string; paragraphs: string[] },
): Promise<void> {
  const { subject, title, preheader, paragraphs } = words;
  await sendMail(context, tx, {
    to: email,
    subject,
    content: {
      title,
      preheader,
      paragraphs: [`As-salamu alaykum ${name},`, ...paragraphs],
      action: {
        label: "Open your course",
        url: `${context.config.appUrl}/dashboard/enrolled-courses/${course.id}`,
      },
    },
    ...(event ? { invitation: writeInvitation(context.config, event, { name, email }) } : {}),
  });
}

const minutes = ({ startsAt, endsAt }: DatedTime): number =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

/** 'Mon, 29 Mar 2027, 09:00 GMT+1, 60 minutes' */
function span(time: DatedTime, zone: string): string {
  return `${formatInstant(time.startsAt.toISOString(), zone)}, ${minutes(time)} minutes`;
}

function zones(time: DatedTime, student: Guest, course: TaughtCourse): string[] {
  const own = formatInstant(time.startsAt.toISOString(), student.timeZone);
  const teachers = formatInstant(time.startsAt.toISOString(), course.timeZone);
  const named = `Times are in your time zone, ${student.timeZone.replaceAll("_", " ")}.`;
  return [own === teachers ? named : `${named} For your teacher it is ${teachers}.`];
}

export async function findTaughtCourse(
  tx: Db,
  courseId: string,
): Promise<TaughtCourse | undefined> {
  const [course] = await tx
    .select({
      id: courses.id,
      title: courses.title,
      teacherName: profiles.name,
      timeZone: profiles.timeZone,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(eq(courses.id, courseId));
  return course;
}

function listStudents(tx: Db, courseId: string): Promise<Guest[]> {
  return tx
    .select({ name: profiles.name, email: users.email, timeZone: profiles.timeZone })
    .from(enrolments)
    .innerJoin(profiles, eq(profiles.id, enrolments.studentId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(enrolments.courseId, courseId),
        eq(enrolments.status, "enrolled"),
        isNull(users.deletedAt),
      ),
    );
}
