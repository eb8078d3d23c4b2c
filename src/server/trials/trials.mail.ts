/** What both people are told of a trial lesson, queued with the change itself. */
import { eq } from "drizzle-orm";
import { formatInstant } from "#lib/instants.ts";
import { users } from "../accounts/accounts.table.ts";
import { writeInvitation } from "../calendar/calendar.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import {
  type Guardian,
  guardianColumns,
  openGuardianCopy,
  readGuardian,
} from "../people/guardian.ts";
import { profiles } from "../people/people.table.ts";
import { toTrialEvent } from "./trial-event.ts";
import type { trialLessons } from "./trials.table.ts";

type Lesson = typeof trialLessons.$inferSelect;

interface Person {
  profileId: string;
  name: string;
  email: string;
  timeZone: string;
  deletedAt: Date | null;
  /** Who is told too, because the person is a child. */
  guardian: Guardian | undefined;
}

/** Tells both of a lesson as it is now: booked, or called off. */
export async function mailTrial(context: Context, tx: Db, lesson: Lesson): Promise<void> {
  const teacher = await findPerson(tx, lesson.teacherId);
  const student = await findPerson(tx, lesson.studentId);
  await mailOne(context, tx, lesson, teacher, student);
  await mailOne(context, tx, lesson, student, teacher);
}

async function mailOne(
  context: Context,
  tx: Db,
  lesson: Lesson,
  person: Person,
  other: Person,
): Promise<void> {
  if (person.deletedAt !== null) return;
  const isOff = lesson.status === "cancelled";
  const when = describeTime(lesson, person, other);
  const title = isOff ? "A trial lesson was called off" : "A trial lesson is booked";
  const dashboard = `${context.config.appUrl}/dashboard`;
  const messages = `${dashboard}/messages?to=${other.profileId}`;
  const event = toTrialEvent(context.config, lesson, other);
  const subject = `Trial lesson with ${other.name}${isOff ? " called off" : ""}`;
  const preheader = `With ${other.name}, ${when}`;
  const paragraphs = [
    isOff
      ? `the trial lesson with ${other.name} does not take place. It was meant for ${when}.`
      : `the trial lesson with ${other.name} takes place on ${when}. It is free.`,
    isOff
      ? "The time is open again."
      : "The teacher sends the link to the video class by message before it begins. Whoever can't come calls the lesson off on the dashboard, so that the time is open for others.",
  ];
  await sendMail(context, tx, {
    to: person.email,
    subject,
    content: {
      title,
      preheader,
      paragraphs: [`As-salamu alaykum ${person.name},`, ...paragraphs],
      action: isOff
        ? { label: "Open the dashboard", url: dashboard }
        : { label: `Write to ${other.name}`, url: messages },
    },
    invitation: writeInvitation(context.config, event, { name: person.name, email: person.email }),
  });
  const { guardian } = person;
  if (!guardian) return;
  const { address, child } = guardian;
  await sendMail(context, tx, {
    to: address,
    subject: `${child}: ${subject}`,
    content: { title, preheader, paragraphs: [...openGuardianCopy(guardian), ...paragraphs] },
    invitation: writeInvitation(context.config, event, {
      name: guardian.name ?? child,
      email: address,
    }),
  });
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
      deletedAt: users.deletedAt,
      person: guardianColumns,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, profileId));
  if (!row) throw new Error(`There is no profile ${profileId}`);
  const { person, ...rest } = row;
  return { ...rest, name: person.name, guardian: readGuardian(person) };
}
