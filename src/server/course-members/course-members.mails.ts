/** Emails to the students of a course about its dates, each in the student's own time zone. */

import { and, eq, isNull, lt } from "drizzle-orm";
import type { EmailPreference } from "#lib/account-settings/email-preferences.ts";
import type { DatedTime } from "#lib/classes/classes.ts";
import { formatInstant, isSameClock } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { type CalendarEvent, writeDates, writeInvitation } from "../calendar/calendar.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { writeInZone } from "../email-scope.ts";
import {
  mailPersonAndGuardian,
  type Recipient,
  type RecipientMail,
  recipientColumns,
  toRecipient,
  type Write,
} from "../guardians/recipients.ts";
import { writeFor } from "../hour-cycle.ts";
import { isEnrolled } from "./membership.ts";

const t = getTexts("mails");

export interface TaughtCourse {
  id: string;
  teacherId: string;
  title: string;
  teacherName: string;
  /** The teacher's time zone (IANA name). */
  timeZone: string;
}

/** One calendar event, or all dates of the course to import. */
type Dates = CalendarEvent | readonly CalendarEvent[];

export interface CourseEmail extends Pick<RecipientMail, "subject" | "validUntil"> {
  title: string;
  preheader: string;
  paragraphs: string[];
  /** The subject and kind of the change. Emails about the same subject are limited and combined. */
  about: string;
  kind: string;
  /**
   * Whether a later email can't replace it in a digest, because it is about money or contains a
   * person's message.
   */
  lasting?: boolean;
  /** Whether a lasting email describes the current state and replaces one that waits for a digest. */
  isState?: boolean;
  /** For optional emails: the preference that turns the email off. */
  preference?: EmailPreference;
}

/**
 * Emails one student, and a child's guardian too, with the calendar entries. An optional email is
 * sent only if the student wants it. `dates` is called in the student's language, as `write` is.
 */
export function mailStudent(
  context: Context,
  tx: Db,
  student: Recipient,
  course: TaughtCourse,
  dates: (() => Dates) | undefined,
  write: Write<CourseEmail>,
): Promise<void> {
  // The text and its frame are one email, which names the zone of its times.
  return writeInZone(student.timeZone, () =>
    writeAndMail(context, tx, student, course, dates, write),
  );
}

async function writeAndMail(
  context: Context,
  tx: Db,
  student: Recipient,
  course: TaughtCourse,
  dates: (() => Dates) | undefined,
  write: Write<CourseEmail>,
): Promise<void> {
  const { config } = context;
  const [email, entries] = await writeFor(student, async () => [await write(), dates?.()] as const);
  const {
    title,
    preheader,
    paragraphs,
    about,
    kind,
    lasting = false,
    isState,
    preference,
    ...mail
  } = email;
  if (preference && !student.wants[preference]) return;
  await mailPersonAndGuardian(context, tx, student, () => ({
    ...mail,
    ...(preference && { unsubscribe: { list: preference, profileId: student.profileId } }),
    content: {
      title,
      preheader,
      paragraphs,
      action: {
        label: t("course.open"),
        url: pageUrl(config, `/dashboard/enrolled-courses/${course.id}`),
      },
      because: t("course.because", { course: course.title }),
    },
    ...(entries !== undefined && {
      invite: (guest) =>
        isList(entries) ? writeDates(config, entries) : writeInvitation(config, entries, guest),
    }),
    notice: {
      sender: course.teacherId,
      courseId: course.id,
      about,
      kind,
      lasting,
      ...(isState !== undefined && { isState }),
    },
  }));
}

const isList = (dates: Dates): dates is readonly CalendarEvent[] => Array.isArray(dates);

/** The duration in minutes. */
const minutes = ({ startsAt, endsAt }: DatedTime): number =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

/** For example "Mon, Mar 29, 09:00, 60 minutes". */
export function describeTime(time: DatedTime, zone: string): string {
  const start = formatInstant(time.startsAt.toISOString(), zone, Date.now());
  return t("course.duration", { time: start, minutes: minutes(time) });
}

/** The time in the teacher's zone, if clocks there show another one than the student's. */
export function describeTeachersTime(
  { startsAt }: DatedTime,
  student: Recipient,
  course: TaughtCourse,
): string[] {
  const start = startsAt.toISOString();
  if (isSameClock(start, student.timeZone, course.timeZone)) return [];
  return [t("course.teachersTime", { time: formatInstant(start, course.timeZone, Date.now()) })];
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

/** The enrolled students, except those whose accounts were deleted. */
export async function listStudents(
  tx: Db,
  courseId: string,
  enrolledBefore?: Date,
): Promise<Recipient[]> {
  const rows = await tx
    .select(recipientColumns)
    .from(enrollments)
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(enrollments.courseId, courseId),
        isEnrolled,
        enrolledBefore && lt(enrollments.enrolledAt, enrolledBefore),
        isNull(users.deletedAt),
      ),
    );
  return rows.map(toRecipient);
}
