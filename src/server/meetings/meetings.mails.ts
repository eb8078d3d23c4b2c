/** Emails to students about meetings, queued in the transaction of the change. */
import { eq } from "drizzle-orm";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import {
  describeTeachersTime,
  describeTime,
  findTaughtCourse,
  listStudents,
  mailStudent,
} from "../course-members/course-members.mails.ts";
import type { Db } from "../db/connection.ts";
import { meetings } from "../db/tables/meetings.table.ts";
import { toMeetingEvent } from "./meeting-event.ts";
import { endOf } from "./meeting-time.ts";

const t = getTexts("meetings");

type Meeting = typeof meetings.$inferSelect;

const timeOf = (meeting: Meeting) => ({ startsAt: meeting.startTime, endsAt: endOf(meeting) });

/**
 * Announces a meeting that doesn't belong to a class. For classes, students already know the times
 * and have links that lead to the room.
 */
export async function mailNewMeeting(context: Context, tx: Db, meetingId: string): Promise<void> {
  const [meeting] = await tx.select().from(meetings).where(eq(meetings.id, meetingId));
  if (!meeting || meeting.classId) return;
  await mailEachStudent(context, tx, meeting, "new", (values) => ({
    preheader: t("mail.takesPlace", values),
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
    ({ zone, ...values }) => ({
      preheader: t("mail.takesPlace", values),
      before: [t("mail.before", { time: describeTime(timeOf(before), zone) })],
      closing: note ? [t("mail.note", { ...values, note })] : [],
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
  await mailEachStudent(context, tx, meeting, "canceled", (values) => ({
    preheader: t("mail.canceled.preheader", values),
    closing: meeting.classId ? [t("mail.canceled.classStays")] : [],
  }));
}

type Kind = "new" | "moved" | "resized" | "canceled";

interface MeetingEmail {
  preheader: string;
  /** The content between the first sentence and the meeting's time. */
  before?: string[];
  closing?: string[];
  /** Whether the email contains the teacher's message. */
  lasting?: boolean;
}

/** What the texts name. `time` is the start in the student's time zone, `zone`. */
type Values = Record<"course" | "teacher" | "topic" | "time" | "zone", string>;

/** @param write is called in the language of each student. */
async function mailEachStudent(
  context: Context,
  tx: Db,
  meeting: Meeting,
  kind: Kind,
  write: (values: Values) => MeetingEmail,
): Promise<void> {
  const course = await findTaughtCourse(tx, meeting.courseId);
  if (!course) return;
  const time = timeOf(meeting);
  // Calendars show the class, which is unchanged.
  const event = meeting.classId
    ? undefined
    : () => toMeetingEvent(context.config, meeting, course, "student");
  for (const student of await listStudents(tx, course.id)) {
    const { timeZone } = student;
    await mailStudent(context, tx, student, course, event, () => {
      const values = {
        course: isolatedInRtl(course.title),
        teacher: isolatedInRtl(course.teacherName),
        topic: isolatedInRtl(meeting.topic),
        time: formatInstant(meeting.startTime.toISOString(), timeZone, Date.now()),
        zone: timeZone,
      };
      const { before = [], closing = [], ...email } = write(values);
      return {
        ...email,
        subject: t(`mail.${kind}.subject`, values),
        title: t(`mail.${kind}.title`),
        about: `meeting:${meeting.id}`,
        kind,
        paragraphs: [
          t(`mail.${kind}.text`, values),
          ...before,
          t(`mail.time.${kind}`, { time: describeTime(time, timeZone) }),
          ...closing,
          ...describeTeachersTime(time, student, course),
        ],
      };
    });
  }
}
