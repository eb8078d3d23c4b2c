/**
 * Emails to the teacher and the student about a trial lesson, queued in the transaction of the
 * change.
 */

import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { describeStart } from "#lib/time/describe-start.ts";
import { formatInstant, formatSpan, isSameClock } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import { writeInvitation } from "../calendar/calendar.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import type { trialLessons } from "../db/tables/trials.table.ts";
import { type FoundRecipient, findPerson, mailPersonAndGuardian } from "../guardians/recipients.ts";
import { findProvider } from "../meetings/connection/connection.ts";
import type { ReminderKind } from "../meetings/reminders/due-reminders.ts";
import type { MailFact } from "../providers/mail/layout.ts";
import { toTrialEvent } from "./trial-event.ts";

const t = getTexts("trials");
const facts = getTexts("mails");

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
  const kind = lesson.status === "cancelled" ? "canceled" : (occasion ?? "booked");
  const about = `trial:${lesson.teacherId}:${lesson.studentId}`;
  await mailPersonAndGuardian(context, tx, person, () => {
    const when = describeTime(lesson, person, other);
    const soon = describeStart(lesson.startsAt.toISOString(), person.timeZone, Date.now());
    const service = findProvider(context, lesson.provider).name;
    const event = toTrialEvent(context.config, lesson, other, person.role);
    const { title, subject, paragraphs } = writeEmail(lesson, occasion, person, other, {
      when,
      service,
    });
    return {
      subject,
      content: {
        title,
        preheader: isReminder
          ? t("mail.reminderPreheader", { name: isolatedInRtl(other.name), when: soon })
          : t("mail.preheader", { name: isolatedInRtl(other.name), when }),
        paragraphs,
        facts: listFacts(lesson, person, other),
        action: { label: labelOf(lesson, person, other), url: event.url },
        ...(isReminder && {
          note: t("mail.remindersOff", { url: pageUrl(context.config, emailSettingsPath) }),
        }),
        because: t(person.role === "teacher" ? "mail.becauseOffering" : "mail.becauseBooked"),
      },
      // The event was added to the calendar earlier, so reminders don't contain it.
      ...(isReminder
        ? { validUntil: lesson.startsAt }
        : { invite: (guest) => writeInvitation(context.config, event, guest) }),
      ...(typeof kind !== "number" && { notice: { sender: other.profileId, about, kind } }),
      ...(isReminder && {
        unsubscribe: { list: "meetingReminders" as const, profileId: person.profileId },
      }),
    };
  });
}

function writeEmail(
  lesson: Lesson,
  occasion: Occasion | undefined,
  person: FoundRecipient,
  other: FoundRecipient,
  { when, service }: { when: string; service: string },
) {
  const values = { name: isolatedInRtl(other.name), when, service };
  if (lesson.status === "cancelled") {
    return {
      title: t("mail.canceled.title"),
      subject: t("mail.canceled.subject", values),
      paragraphs: [t("mail.canceled.text", values), t("mail.canceled.available")],
    };
  }
  const place = placeOf(lesson, person);
  if (typeof occasion === "number") {
    const start = lesson.startsAt.toISOString();
    const day = formatInstant(start, person.timeZone, Date.now());
    const clock = formatSpan(start, lesson.endsAt.toISOString(), person.timeZone, Date.now());
    const isSoon = occasion === 1;
    return {
      title: t(isSoon ? "mail.soon.title" : "mail.upcoming.title"),
      subject: isSoon
        ? t("mail.soon.subject", { ...values, clock })
        : t("mail.upcoming.subject", { ...values, day }),
      paragraphs: [t("mail.reminder", values), place],
    };
  }
  const occasionKey = occasion === "room" ? "room" : "booked";
  return {
    title: t(`mail.${occasionKey}.title`, values),
    subject: t(`mail.${occasionKey}.subject`, values),
    paragraphs: [t(`mail.${occasionKey}.text`, values), `${place} ${t("mail.cancelHint")}`],
  };
}

function listFacts(lesson: Lesson, person: FoundRecipient, other: FoundRecipient): MailFact[] {
  const start = lesson.startsAt.toISOString();
  const minutes = Math.round((lesson.endsAt.getTime() - lesson.startsAt.getTime()) / 60_000);
  const isStudent = person.role !== "teacher";
  const isBooked = lesson.status !== "cancelled";
  return [
    {
      name: facts(isStudent ? "fact.teacher" : "fact.student"),
      value: isolatedInRtl(other.name),
    },
    { name: facts("fact.when"), value: formatInstant(start, person.timeZone, Date.now()) },
    { name: facts("fact.duration"), value: facts("fact.minutes", { minutes }) },
    ...(isStudent && isBooked ? [{ name: facts("fact.price"), value: facts("fact.free") }] : []),
  ];
}

function placeOf({ roomId }: Lesson, { role }: FoundRecipient): string {
  if (!roomId) {
    return t(role === "teacher" ? "mail.place.teacherSends" : "mail.place.studentGets");
  }
  return t(role === "teacher" ? "mail.place.teacherStarts" : "mail.place.studentJoins");
}

function labelOf(lesson: Lesson, person: FoundRecipient, other: FoundRecipient): string {
  if (lesson.status === "cancelled") return t("mail.openDashboard");
  if (!lesson.roomId) return t("mail.message", { name: isolatedInRtl(other.name) });
  return t(person.role === "teacher" ? "mail.start" : "mail.join");
}

/** The start in the recipient's time zone, and in the other person's if it differs. */
function describeTime(lesson: Lesson, person: FoundRecipient, other: FoundRecipient): string {
  const start = lesson.startsAt.toISOString();
  const own = formatInstant(start, person.timeZone, Date.now());
  if (isSameClock(start, person.timeZone, other.timeZone)) return own;
  const others = formatInstant(start, other.timeZone, Date.now());
  return t("mail.times", { own, others, name: isolatedInRtl(other.name) });
}

async function requirePerson(tx: Db, profileId: string): Promise<FoundRecipient> {
  const person = await findPerson(tx, profileId);
  if (!person) throw new Error(`Profile ${profileId} does not exist`);
  return person;
}
