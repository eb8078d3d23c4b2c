/**
 * Emails to the teacher and the student about a trial lesson, queued in the transaction of the
 * change.
 */

import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import { writeInvitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { trialLessons } from "../db/tables/trials.table.ts";
import { type FoundRecipient, findPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import { findProvider } from "../meetings/connection/connection.ts";
import type { ReminderKind } from "../meetings/reminders/due-reminders.ts";
import { toTrialEvent } from "./trial-event.ts";

type Lesson = typeof trialLessons.$inferSelect;

/** The occasion of an email after the one about the booking. */
type Occasion = "room" | ReminderKind["hours"];

/**
 * Notifies both people of a lesson's current state: booked or canceled.
 * @param occasion `room` if an already booked lesson now has a room; a number for the reminder sent
 * that many hours before the start, which only people who want reminders get.
 */
export async function mailTrial(
  context: Context,
  tx: Db,
  lesson: Lesson,
  occasion?: Occasion,
): Promise<void> {
  const teacher = await requirePerson(tx, lesson.teacherId);
  const student = await requirePerson(tx, lesson.studentId);
  await mailParticipant(context, tx, { lesson, occasion }, teacher, student);
  await mailParticipant(context, tx, { lesson, occasion }, student, teacher);
}

async function mailParticipant(
  context: Context,
  tx: Db,
  { lesson, occasion }: { lesson: Lesson; occasion: Occasion | undefined },
  person: FoundRecipient,
  other: FoundRecipient,
): Promise<void> {
  const isReminder = typeof occasion === "number";
  if (person.hasLeft || (isReminder && !person.wants.meetingReminders)) return;
  const when = describeTime(lesson, person, other);
  const service = findProvider(context, lesson.provider).name;
  const event = toTrialEvent(context.config, lesson, other, person.role);
  const { title, subject, paragraphs } = writeEmail(lesson, occasion, person, other, {
    when,
    service,
  });
  const kind = lesson.status === "cancelled" ? "canceled" : (occasion ?? "booked");
  const about = `trial:${lesson.teacherId}:${lesson.studentId}`;
  await mailPersonAndGuardian(context, tx, person, {
    subject,
    content: {
      title,
      preheader: `With ${other.name}, ${when}`,
      paragraphs,
      action: { label: labelOf(lesson, person, other), url: event.url },
      ...(isReminder && {
        note: `To stop reminders, turn them off in your settings: ${context.config.appUrl}${emailSettingsPath}`,
      }),
      because: person.role === "teacher" ? "you offer trial lessons" : `you booked a trial lesson`,
    },
    // The event was added to the calendar before, so reminders don't contain it.
    ...(isReminder
      ? { validUntil: lesson.startsAt }
      : { invite: (guest) => writeInvitation(context.config, event, guest) }),
    ...(typeof kind !== "number" && { notice: { sender: other.profileId, about, kind } }),
    ...(isReminder && {
      unsubscribe: { list: "meetingReminders" as const, profileId: person.profileId },
    }),
  });
}

function writeEmail(
  lesson: Lesson,
  occasion: Occasion | undefined,
  person: FoundRecipient,
  other: FoundRecipient,
  { when, service }: { when: string; service: string },
) {
  if (lesson.status === "cancelled") {
    return {
      title: "Your trial lesson was canceled",
      subject: `Your trial lesson with ${other.name} was canceled`,
      paragraphs: [
        `Your trial lesson with ${other.name} has been canceled. It was scheduled for ${when}.`,
        "The time is available again.",
      ],
    };
  }
  const place = placeOf(lesson, person);
  if (typeof occasion === "number") {
    const start = lesson.startsAt.toISOString();
    const day = formatInstant(start, person.timeZone);
    const clock = formatSpan(start, lesson.endsAt.toISOString(), person.timeZone);
    const isSoon = occasion === 1;
    const topic = `Trial lesson with ${other.name}`;
    return {
      title: isSoon ? "Your trial lesson starts soon" : "Your trial lesson is coming up",
      subject: isSoon ? `Starting soon: ${topic}, ${clock}` : `Reminder: ${topic}, ${day}`,
      paragraphs: [`Your trial lesson with ${other.name} takes place on ${when}.`, place],
    };
  }
  const cancel =
    "Can't make it? Please cancel on your dashboard so that someone else can book the time.";
  if (occasion === "room") {
    return {
      title: `Your trial lesson's ${service} room is ready`,
      subject: `Your ${service} room for the trial lesson with ${other.name} is ready`,
      paragraphs: [
        `The ${service} room for your trial lesson with ${other.name} is ready. The lesson takes place on ${when}.`,
        `${place} ${cancel}`,
      ],
    };
  }
  return {
    title: "Your trial lesson is booked",
    subject: `Your trial lesson with ${other.name} is booked`,
    paragraphs: [
      `Your trial lesson with ${other.name} is booked. It takes place on ${when}, and it's free.`,
      `${place} ${cancel}`,
    ],
  };
}

function placeOf({ roomId }: Lesson, { role }: FoundRecipient): string {
  if (!roomId) {
    return role === "teacher"
      ? "Please message your student a link to a video call before the lesson starts."
      : "Your teacher will message you a link to a video call before the lesson starts.";
  }
  return role === "teacher"
    ? "Start the lesson with the link below, from your dashboard or from your calendar."
    : "Join with the link below, from your dashboard or from your calendar.";
}

function labelOf(lesson: Lesson, person: FoundRecipient, other: FoundRecipient): string {
  if (lesson.status === "cancelled") return "Open your dashboard";
  if (!lesson.roomId) return `Message ${other.name}`;
  return person.role === "teacher" ? "Start the lesson" : "Join the lesson";
}

/** The start in the recipient's time zone, and in the other person's if it differs. */
function describeTime(lesson: Lesson, person: FoundRecipient, other: FoundRecipient): string {
  const start = lesson.startsAt.toISOString();
  const own = formatInstant(start, person.timeZone);
  const others = formatInstant(start, other.timeZone);
  return own === others ? own : `${own} (${others} for ${other.name})`;
}

async function requirePerson(tx: Db, profileId: string): Promise<FoundRecipient> {
  const person = await findPerson(tx, profileId);
  if (!person) throw new Error(`Profile ${profileId} does not exist`);
  return person;
}
