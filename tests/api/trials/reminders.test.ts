/** Who is reminded of a trial lesson, and when. Nobody is reminded twice. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveEmailPreferences } from "#server/account-settings/email-preferences.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { remindOfTrials } from "#server/trials/remind-of-trials.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";

const { app, secondProcess } = await openTwoApps();
const queue = keepQueuedMails(app, secondProcess);
afterAll(() => void vi.useRealTimers());

const minute = 60_000;
const hour = 60 * minute;
// London's clocks go forward the night before.
const start = Date.parse("2027-03-28T18:00:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: start - 72 * hour });
  queue.splice(0);
});
afterEach(() => void vi.useRealTimers());

async function book(student: Partial<Parameters<typeof addStudent>[1]> = {}, createdAt = 0) {
  const teacher = await addTeacher(app.context, { name: "Yusuf", timeZone: "Africa/Cairo" });
  const learner = await addStudent(app.context, {
    name: "Layla",
    timeZone: "Europe/London",
    ...student,
  });
  const [lesson] = await app.context.db
    .insert(trialLessons)
    .values({
      teacherId: teacher.profileId,
      studentId: learner.profileId,
      startsAt: new Date(start),
      endsAt: new Date(start + 30 * minute),
      createdAt: new Date(createdAt || Date.now()),
    })
    .returning();
  if (!lesson) throw new Error("No lesson was stored");
  return { teacher, student: learner, id: lesson.id };
}

/** Runs the reminder job in two processes at once, this long before the start. */
async function remind(before: number): Promise<void> {
  vi.setSystemTime(start - before);
  await Promise.all([app, secondProcess].map(({ context }) => remindOfTrials(context)));
}

const subjects = (address: string) =>
  queue.filter(({ to }) => to === address).map(({ subject }) => subject);
const mailsTo = ({ email }: Person) => subjects(email);
/** What inboxes show beside the subjects. */
const previews = ({ email }: Person) =>
  queue
    .filter(({ to }) => to === email)
    .map(({ html }) => /<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1]);

it("both people are reminded a day and an hour before, once each, in their own time zones", async () => {
  const { teacher, student } = await book();
  await remind(24 * hour + minute);
  expect([mailsTo(teacher), mailsTo(student)]).toEqual([[], []]);
  await remind(24 * hour);
  await remind(20 * hour);
  expect(mailsTo(student)).toEqual([
    expect.stringMatching(/^Reminder: Trial lesson with Yusuf, .*19:00/),
  ]);
  await remind(hour);
  await remind(10 * minute);
  expect(mailsTo(student)).toHaveLength(2);
  expect(mailsTo(student)[1]).toMatch(/^Starting soon: Trial lesson with Yusuf, .*19:00/);
  expect(mailsTo(teacher)).toEqual([
    expect.stringMatching(/^Reminder: Trial lesson with Layla, .*20:00/),
    expect.stringMatching(/^Starting soon: Trial lesson with Layla, .*20:00/),
  ]);
  expect(previews(student)).toEqual([
    expect.stringMatching(/^Tomorrow, 19:00.*, in 24 h, with Yusuf$/),
    expect.stringMatching(/^Today, 19:00.*, in 1 h, with Yusuf$/),
  ]);
});

it("the guardian of a child is reminded of a trial lesson too", async () => {
  const contact = "mother-of-layla@example.com";
  await book({ age: 9, parentGuardianName: "Huda", parentGuardianContact: contact });
  await remind(hour);
  expect(subjects(contact)).toEqual([expect.stringMatching(/^Layla: Starting soon: Trial lesson/)]);
});

it("no reminders are sent to people who turned them off, or for a canceled trial lesson", async () => {
  const quiet = await book();
  await saveEmailPreferences(app.context, quiet.student.actor, { meetingReminders: false });
  const off = await book();
  await app.context.db
    .update(trialLessons)
    .set({ status: "cancelled" })
    .where(eq(trialLessons.id, off.id));
  await remind(hour);
  expect([quiet.student, quiet.teacher, off.student, off.teacher].map(mailsTo)).toEqual([
    [],
    [expect.stringMatching(/^Starting soon/)],
    [],
    [],
  ]);
});

it("a trial lesson booked after a reminder's time gets only the next reminder", async () => {
  const { student } = await book({}, start - 5 * hour);
  await remind(5 * hour - minute);
  expect(mailsTo(student)).toEqual([]);
  await remind(hour);
  expect(mailsTo(student)).toEqual([expect.stringMatching(/^Starting soon/)]);
});

it("no reminder is sent after an outage for a trial lesson that has started", async () => {
  const { student } = await book();
  await remind(11 * hour);
  expect(mailsTo(student)).toEqual([]);
  await remind(-minute);
  expect(mailsTo(student)).toEqual([]);
});
