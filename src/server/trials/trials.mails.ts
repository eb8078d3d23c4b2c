/** What both people are told of a trial lesson, queued with the change itself. */
import { eq } from "drizzle-orm";
import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import type { Role } from "#lib/people/people.options.ts";
import { formatInstant, formatSpan } from "#lib/time/format-time.ts";
import { writeInvitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import type { trialLessons } from "../db/tables/trials.table.ts";
import {
  type Family,
  guardianColumns,
  openGuardianCopy,
  reachGuardian,
} from "../guardians/guardian.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import type { ReminderKind } from "../meetings/reminders/due-reminders.ts";
import { toTrialEvent } from "./trial-event.ts";

type Lesson = typeof trialLessons.$inferSelect;

interface Person {
  profileId: string;
  name: string;
  email: string;
  timeZone: string;
  role: Role;
  deletedAt: Date | null;
  /** Whether the person wants reminders. */
  meetingReminders: boolean;
  /** Whose guardian gets a copy, if the person is a child. */
  family: Family;
}

/** What is told of a lesson that both know of already. */
type News = "room" | ReminderKind["hours"];

/**
 * Tells both of a lesson as it is now: booked, or called off.
 * @param news `room` when it was booked before, and has a room now; the hours before its start that
 * a reminder comes, for those who want one.
 */
export async function mailTrial(
  context: Context,
  tx: Db,
  lesson: Lesson,
  news?: News,
): Promise<void> {
  const teacher = await findPerson(tx, lesson.teacherId);
  const student = await findPerson(tx, lesson.studentId);
  await mailOne(context, tx, { lesson, news }, teacher, student);
  await mailOne(context, tx, { lesson, news }, student, teacher);
}

async function mailOne(
  context: Context,
  tx: Db,
  { lesson, news }: { lesson: Lesson; news: News | undefined },
  person: Person,
  other: Person,
): Promise<void> {
  const isReminder = typeof news === "number";
  if (person.deletedAt !== null || (isReminder && !person.meetingReminders)) return;
  const when = describeTime(lesson, person, other);
  const event = toTrialEvent(context.config, lesson, other, person.role);
  const { title, subject, paragraphs } = wordsOf(lesson, news, person, other, when);
  // Whoever is reminded has the entry in the calendar already.
  const extrasFor = (reader: Parameters<typeof writeInvitation>[2]) =>
    isReminder
      ? { validUntil: lesson.startsAt }
      : { invitation: writeInvitation(context.config, event, reader) };
  const preheader = `With ${other.name}, ${when}`;
  const kind = lesson.status === "cancelled" ? "canceled" : (news ?? "booked");
  const about = `trial:${lesson.teacherId}:${lesson.studentId}`;
  const limited =
    typeof kind === "number" ? {} : { notice: { sender: other.profileId, about, kind } };
  await sendMail(context, tx, {
    to: person.email,
    subject,
    content: {
      title,
      preheader,
      paragraphs: [`As-salamu alaykum ${person.name},`, ...paragraphs],
      action: { label: labelOf(lesson, person, other), url: event.url },
      ...(isReminder && {
        note: `To stop reminders, turn them off in your settings: ${context.config.appUrl}${emailSettingsPath}`,
      }),
    },
    ...extrasFor({ name: person.name, email: person.email }),
    ...limited,
    ...(isReminder && {
      unsubscribe: { list: "meetingReminders" as const, profileId: person.profileId },
    }),
  });
  const guardian = await reachGuardian(context, tx, person.family);
  if (!guardian) return;
  const { address, child } = guardian;
  await sendMail(context, tx, {
    to: address,
    subject: `${child}: ${subject}`,
    content: { title, preheader, paragraphs: [...openGuardianCopy(guardian), ...paragraphs] },
    ...extrasFor({ name: guardian.name ?? child, email: address }),
    ...limited,
    unsubscribe: { list: "guardian", profileId: guardian.studentId },
  });
}

function wordsOf(
  lesson: Lesson,
  news: News | undefined,
  person: Person,
  other: Person,
  when: string,
) {
  const subject = `Trial lesson with ${other.name}`;
  if (lesson.status === "cancelled") {
    return {
      title: "A trial lesson was called off",
      subject: `${subject} called off`,
      paragraphs: [
        `the trial lesson with ${other.name} does not take place. It was meant for ${when}.`,
        "The time is open again.",
      ],
    };
  }
  const place = lesson.roomId
    ? "You meet in a Zoom room of its own: the link stands below, on the dashboard and in the calendar."
    : "The teacher sends the link to the video class by message before it begins.";
  if (news === 24 || news === 1) {
    const start = lesson.startsAt.toISOString();
    const day = formatInstant(start, person.timeZone);
    const clock = formatSpan(start, lesson.endsAt.toISOString(), person.timeZone);
    const isSoon = news === 1;
    return {
      title: isSoon ? "Your trial lesson begins soon" : "Your trial lesson is coming up",
      subject: isSoon ? `Soon: ${subject}, ${clock}` : `Reminder: ${subject}, ${day}`,
      paragraphs: [`the trial lesson with ${other.name} takes place on ${when}.`, place],
    };
  }
  return {
    title: news === "room" ? "A trial lesson has its room" : "A trial lesson is booked",
    subject: news === "room" ? `${subject}: where you meet` : subject,
    paragraphs: [
      `the trial lesson with ${other.name} takes place on ${when}. It is free.`,
      `${place} Whoever can't come calls the lesson off on the dashboard, so that the time is open for others.`,
    ],
  };
}

function labelOf(lesson: Lesson, person: Person, other: Person): string {
  if (lesson.status === "cancelled") return "Open the dashboard";
  if (!lesson.roomId) return `Write to ${other.name}`;
  return person.role === "teacher" ? "Start the lesson" : "Join the lesson";
}

/** The start by the reader's clock, and by the other's where that differs. */
function describeTime(lesson: Lesson, person: Person, other: Person): string {
  const start = lesson.startsAt.toISOString();
  const own = formatInstant(start, person.timeZone);
  const others = formatInstant(start, other.timeZone);
  return own === others ? own : `${own} (${others} for ${other.name})`;
}

async function findPerson(tx: Db, profileId: string): Promise<Person> {
  const [row] = await tx
    .select({
      profileId: profiles.id,
      email: users.email,
      timeZone: profiles.timeZone,
      role: profiles.role,
      deletedAt: users.deletedAt,
      meetingReminders: profiles.meetingReminders,
      person: guardianColumns,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, profileId));
  if (!row) throw new Error(`There is no profile ${profileId}`);
  const { person, ...rest } = row;
  return { ...rest, name: person.name, family: person };
}
