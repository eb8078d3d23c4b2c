/** Mails to the students of a course about one of its dates, each in the student's own zone. */
import { and, eq, isNull } from "drizzle-orm";
import type { DatedTime } from "#lib/classes/classes.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import {
  type CalendarEvent,
  type Invitation,
  writeDates,
  writeInvitation,
} from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrolments } from "../db/tables/enrolments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import {
  type Family,
  guardianColumns,
  openGuardianCopy,
  reachGuardian,
} from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";

export interface TaughtCourse {
  id: string;
  teacherId: string;
  title: string;
  teacherName: string;
  /** IANA zone of the teacher. */
  timeZone: string;
}

export interface Guest {
  name: string;
  email: string;
  timeZone: string;
  /** Whose guardian gets a copy, if the student is a child. */
  family: Family;
}

/** One entry for the calendar, or all dates that there are to be taken over. */
type Dates = CalendarEvent | readonly CalendarEvent[];

export interface StudentNews {
  subject: string;
  title: string;
  preheader: string;
  paragraphs: string[];
  /** What it is about and what has happened to it, by which changes are limited and combined. */
  about: string;
  kind: string;
}

/** One student, and of a child the guardian too, with what there is for the calendar. */
export async function mailStudent(
  context: Context,
  tx: Db,
  { name, email, family }: Guest,
  course: TaughtCourse,
  dates: Dates | undefined,
  words: StudentNews,
): Promise<void> {
  const { subject, title, preheader, paragraphs, about, kind } = words;
  const notice = { sender: course.teacherId, courseId: course.id, about, kind };
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
    ...invite(context, dates, { name, email }),
    notice,
  });
  const guardian = await reachGuardian(context, tx, family);
  if (!guardian) return;
  const { address, child } = guardian;
  await sendMail(context, tx, {
    to: address,
    subject: `${child}: ${subject}`,
    content: { title, preheader, paragraphs: [...openGuardianCopy(guardian), ...paragraphs] },
    ...invite(context, dates, { name: guardian.name ?? child, email: address }),
    notice,
    unsubscribe: { list: "guardian", profileId: guardian.studentId },
  });
}

function invite(
  { config }: Context,
  dates: Dates | undefined,
  guest: { name: string; email: string },
): { invitation?: Invitation } {
  if (dates === undefined) return {};
  return {
    invitation: isList(dates) ? writeDates(config, dates) : writeInvitation(config, dates, guest),
  };
}

const isList = (dates: Dates): dates is readonly CalendarEvent[] => Array.isArray(dates);

/** The length of a date in minutes. */
const minutes = ({ startsAt, endsAt }: DatedTime): number =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

/** 'Mon, 29 Mar 2027, 09:00 GMT+1, 60 minutes' */
export function span(time: DatedTime, zone: string): string {
  return `${formatInstant(time.startsAt.toISOString(), zone)}, ${minutes(time)} minutes`;
}

/** In whose zone the times of a mail are, and what the teacher's clock shows. */
export function zones(time: DatedTime, student: Guest, course: TaughtCourse): string[] {
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
      teacherId: courses.teacherId,
      title: courses.title,
      teacherName: profiles.name,
      timeZone: profiles.timeZone,
    })
    .from(courses)
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(eq(courses.id, courseId));
  return course;
}

/** Those with a final seat who have not left the site. */
export async function listStudents(tx: Db, courseId: string): Promise<Guest[]> {
  const rows = await tx
    .select({ person: guardianColumns, email: users.email, timeZone: profiles.timeZone })
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
  return rows.map(({ person, ...guest }) => ({
    ...guest,
    name: person.name,
    family: person,
  }));
}
