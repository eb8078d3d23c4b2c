/** Emails to students about meetings, queued in the transaction of the change. */
import { eq } from "drizzle-orm";
import { formatInstant } from "#lib/time/format-time.ts";
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
import { meetings } from "../db/tables/meetings.table.ts";
import { toMeetingEvent } from "./meeting-event.ts";
import { endOf } from "./meeting-time.ts";

type Meeting = typeof meetings.$inferSelect;

const timeOf = (meeting: Meeting) => ({ startsAt: meeting.startTime, endsAt: endOf(meeting) });

/**
 * Announces a meeting that doesn't belong to a class. For classes, students already know the times
 * and have links that lead to the room.
 */
export async function mailNewMeeting(context: Context, tx: Db, meetingId: string): Promise<void> {
  const [meeting] = await tx.select().from(meetings).where(eq(meetings.id, meetingId));
  if (!meeting || meeting.classId) return;
  await mailEachStudent(context, tx, meeting, "new", ({ teacherName, title }, at) => ({
    subject: `A new meeting in ${title}`,
    title: "A new meeting",
    preheader: `It takes place on ${at}.`,
    paragraphs: [`${teacherName} scheduled a meeting for ${title}: ${meeting.topic}`],
  }));
}

/**
 * @param before the meeting before the change.
 * @param note the teacher's message.
 */
export async function mailMeetingMoved(
  context: Context,
  tx: Db,
  meeting: Meeting,
  before: Meeting,
  note: string | undefined,
): Promise<void> {
  const isMoved = meeting.startTime.getTime() !== before.startTime.getTime();
  await mailEachStudent(
    context,
    tx,
    meeting,
    isMoved ? "moved" : "resized",
    ({ teacherName, title }, at, zone) => ({
      subject: isMoved
        ? `A meeting in ${title} was moved`
        : `The duration of a meeting in ${title} has changed`,
      title: isMoved ? "A meeting was moved" : "The duration of a meeting has changed",
      preheader: `It takes place on ${at}.`,
      paragraphs: [
        `${teacherName} ${isMoved ? "moved" : "changed the duration of"} a meeting for ${title}: ${meeting.topic}`,
        `Before: ${describeTime(timeOf(before), zone)}`,
      ],
      closing: note ? [`${teacherName} says: ${note}`] : [],
      lasting: Boolean(note),
    }),
  );
}

/** For a meeting of a class, the email explains that the class still takes place. */
export async function mailMeetingCanceled(
  context: Context,
  tx: Db,
  meeting: Meeting,
): Promise<void> {
  await mailEachStudent(context, tx, meeting, "canceled", ({ teacherName, title }, at) => ({
    subject: `A meeting in ${title} was canceled`,
    title: "A meeting was canceled",
    preheader: `It was scheduled for ${at}.`,
    paragraphs: [`${teacherName} canceled a meeting for ${title}: ${meeting.topic}`],
    closing: meeting.classId
      ? [
          "The class itself still takes place. You'll find the new meeting on the course page once it is scheduled.",
        ]
      : [],
  }));
}

/** The label in front of the meeting's time. */
const labels = { new: "Time", moved: "Now", resized: "Now", canceled: "Canceled" };

interface MeetingEmail {
  subject: string;
  title: string;
  preheader: string;
  /** What happened. The meeting's time follows. */
  paragraphs: string[];
  closing?: string[];
  /** Whether the email contains the teacher's message. */
  lasting?: boolean;
}

async function mailEachStudent(
  context: Context,
  tx: Db,
  meeting: Meeting,
  kind: keyof typeof labels,
  write: (course: TaughtCourse, at: string, zone: string) => MeetingEmail,
): Promise<void> {
  const course = await findTaughtCourse(tx, meeting.courseId);
  if (!course) return;
  const time = timeOf(meeting);
  const label = labels[kind];
  // Calendars show the class, which is unchanged.
  const event = meeting.classId
    ? undefined
    : toMeetingEvent(context.config, meeting, course, "student");
  for (const student of await listStudents(tx, course.id)) {
    const { timeZone } = student;
    const at = formatInstant(meeting.startTime.toISOString(), timeZone);
    const { paragraphs, closing = [], ...heads } = write(course, at, timeZone);
    await mailStudent(context, tx, student, course, event, {
      ...heads,
      about: `meeting:${meeting.id}`,
      kind,
      paragraphs: [
        ...paragraphs,
        `${label}: ${describeTime(time, timeZone)}`,
        ...closing,
        ...describeTimeZones(time, student, course),
      ],
    });
  }
}
