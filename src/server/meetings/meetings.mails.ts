/** What students are told of meetings, queued with the change itself. */
import { eq } from "drizzle-orm";
import { formatInstant } from "#lib/time/format-time.ts";
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
import { meetings } from "../db/tables/meetings.table.ts";
import { toMeetingEvent } from "./meeting-event.ts";
import { endOf } from "./meeting-time.ts";

type Meeting = typeof meetings.$inferSelect;

const timeOf = (meeting: Meeting) => ({ startsAt: meeting.startTime, endsAt: endOf(meeting) });

/**
 * Of a new meeting besides the classes. The room of a class is no news: its students know when the
 * class is, and the links that they have lead there.
 */
export async function mailNewMeeting(context: Context, tx: Db, meetingId: string): Promise<void> {
  const [meeting] = await tx.select().from(meetings).where(eq(meetings.id, meetingId));
  if (!meeting || meeting.classId) return;
  await mailEach(context, tx, meeting, "new", ({ teacherName, title }, at) => ({
    subject: `A new meeting in ${title}`,
    title: "A new meeting",
    preheader: `It takes place on ${at}.`,
    news: [`${teacherName} has scheduled a meeting of ${title}: ${meeting.topic}`],
  }));
}

/** @param before the meeting as it was. @param note what the teacher says of it. */
export async function mailMeetingMoved(
  context: Context,
  tx: Db,
  meeting: Meeting,
  before: Meeting,
  note: string | undefined,
): Promise<void> {
  const isMoved = meeting.startTime.getTime() !== before.startTime.getTime();
  const [what, did] = isMoved
    ? ["was moved", "moved"]
    : ["has another length", "changed the length of"];
  await mailEach(
    context,
    tx,
    meeting,
    isMoved ? "moved" : "resized",
    ({ teacherName, title }, at, zone) => ({
      subject: `A meeting in ${title} ${what}`,
      title: `A meeting ${what}`,
      preheader: `It takes place on ${at}.`,
      news: [
        `${teacherName} has ${did} a meeting of ${title}: ${meeting.topic}`,
        `Before: ${span(timeOf(before), zone)}`,
      ],
      after: note ? [`${teacherName} says: ${note}`] : [],
    }),
  );
}

/** Of a class's meeting it is said that the class itself stays. */
export async function mailMeetingCancelled(
  context: Context,
  tx: Db,
  meeting: Meeting,
): Promise<void> {
  await mailEach(context, tx, meeting, "canceled", ({ teacherName, title }, at) => ({
    subject: `A meeting in ${title} is cancelled`,
    title: "A meeting is cancelled",
    preheader: `It was to take place on ${at}.`,
    news: [`${teacherName} has cancelled a meeting of ${title}: ${meeting.topic}`],
    after: meeting.classId
      ? ["The class itself is not cancelled: its page shows the new meeting once there is one."]
      : [],
  }));
}

interface News {
  subject: string;
  title: string;
  preheader: string;
  /** What has happened; the time of the meeting follows. */
  news: string[];
  after?: string[];
}

async function mailEach(
  context: Context,
  tx: Db,
  meeting: Meeting,
  kind: string,
  words: (course: TaughtCourse, at: string, zone: string) => News,
): Promise<void> {
  const course = await findTaughtCourse(tx, meeting.courseId);
  if (!course) return;
  const time = timeOf(meeting);
  const verb = meeting.status === "cancelled" ? "Cancelled" : "Time";
  // Calendars have the class, which stays where it is.
  const event = meeting.classId
    ? undefined
    : toMeetingEvent(context.config, meeting, course, "student");
  for (const student of await listStudents(tx, course.id)) {
    const { timeZone } = student;
    const at = formatInstant(meeting.startTime.toISOString(), timeZone);
    const { news, after = [], ...heads } = words(course, at, timeZone);
    await mailStudent(context, tx, student, course, event, {
      ...heads,
      about: `meeting:${meeting.id}`,
      kind,
      paragraphs: [
        ...news,
        `${verb}: ${span(time, timeZone)}`,
        ...after,
        ...zones(time, student, course),
      ],
    });
  }
}
