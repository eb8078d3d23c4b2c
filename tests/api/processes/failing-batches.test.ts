/** Failures and departures during jobs that email many people. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { requestDueRooms } from "#server/classes/class-rooms.ts";
import { noticeMissingRooms } from "#server/classes/missing-rooms.ts";
import type { Db } from "#server/db/connection.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetingRequests } from "#server/db/tables/meeting-requests.table.ts";
import { meetingConnections } from "#server/db/tables/meetings.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { lockTeacherTimes } from "#server/db/teacher-times.ts";
import { sendDueReminders } from "#server/meetings/reminders/reminders.ts";
import { remindOfTrials } from "#server/trials/remind-of-trials.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";

let database: TestDatabase;
let app: TestApp;
let mails: QueuedMail[];
beforeAll(async () => {
  database = await createTestDatabase({ lockTimeoutMs: 200 });
  app = await createTestApp({ database });
  mails = keepQueuedMails(app);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const hour = 60 * 60_000;
const begin = new Date("2027-03-01T12:00:00Z");
const start = new Date(begin.getTime() + 48 * hour);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  mails.splice(0);
  await app.context.db.delete(meetingRequests);
  await app.context.db.delete(classes);
  await app.context.db.delete(trialLessons);
});

/** A teacher with one class, which a student attends. */
async function addTaught(startsAt = start) {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  const seat = await addEnrollment(app.context, student, courseId);
  const [row] = await app.context.db
    .insert(classes)
    .values({
      courseId,
      teacherId: teacher.profileId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + hour),
      plannedStart: startsAt,
    })
    .returning();
  if (!row) throw new Error("The class was not stored");
  return { teacher, student, courseId, seat, classId: row.id };
}

async function addTrial(startsAt: Date) {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const [row] = await app.context.db
    .insert(trialLessons)
    .values({
      teacherId: teacher.profileId,
      studentId: student.profileId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + hour / 2),
    })
    .returning();
  if (!row) throw new Error("The trial lesson was not stored");
  return { student, trialId: row.id };
}

const addressees = () => mails.map(({ to }) => to);

/** Runs a job while another transaction holds a lock, and expects it to report its failure. */
async function runWhileLocked(
  lock: (tx: Db) => Promise<unknown>,
  job: () => Promise<void>,
): Promise<void> {
  await app.context.db.transaction(async (tx) => {
    await lock(tx);
    await expect(job()).rejects.toThrow();
  });
}

const lockClass = (id: string) => (tx: Db) =>
  tx.select({ id: classes.id }).from(classes).where(eq(classes.id, id)).for("update");

it("a locked class doesn't keep the reminders of later classes from being sent", async () => {
  const first = await addTaught(start);
  const second = await addTaught(new Date(start.getTime() + 1_000));
  vi.setSystemTime(start.getTime() - 23 * hour);
  await runWhileLocked(lockClass(first.classId), () => sendDueReminders(app.context));
  expect(addressees().toSorted()).toEqual([second.teacher.email, second.student.email].toSorted());
  await sendDueReminders(app.context);
  expect(addressees()).toEqual(expect.arrayContaining([first.student.email, first.teacher.email]));
  expect(addressees()).toHaveLength(4);
});

it("a locked trial lesson doesn't keep the reminders of other lessons from being sent", async () => {
  const first = await addTrial(start);
  const second = await addTrial(new Date(start.getTime() + 1_000));
  vi.setSystemTime(start.getTime() - 23 * hour);
  const lock = (tx: Db) =>
    tx.select().from(trialLessons).where(eq(trialLessons.id, first.trialId)).for("update");
  await runWhileLocked(lock, () => remindOfTrials(app.context));
  expect(addressees()).toContain(second.student.email);
  expect(addressees()).not.toContain(first.student.email);
  await remindOfTrials(app.context);
  expect(addressees().filter((to) => to === first.student.email)).toHaveLength(1);
});

it("a teacher whose times are locked doesn't keep the rooms of others from being requested", async () => {
  const both = [await addTaught(), await addTaught()];
  for (const { teacher } of both) {
    await app.context.db.insert(meetingConnections).values({
      teacherId: teacher.profileId,
      provider: "zoom",
      providerUserId: teacher.profileId,
      accessTokenEncrypted: "sealed",
      refreshTokenEncrypted: "sealed",
      accessTokenExpiresAt: start,
    });
  }
  const requestedOf = (courseId: string) =>
    app.context.db.$count(meetingRequests, eq(meetingRequests.courseId, courseId));
  // One of them comes first in the batch.
  for (const [locked, other] of [both, both.toReversed()]) {
    if (!locked || !other) throw new Error("There are two teachers");
    await app.context.db.delete(meetingRequests);
    await app.context.db.update(classes).set({ roomRequestedAt: null });
    await runWhileLocked(
      (tx) => lockTeacherTimes(tx, locked.teacher.profileId),
      () => requestDueRooms(app.context),
    );
    expect(await requestedOf(other.courseId)).toBe(1);
    expect(await requestedOf(locked.courseId)).toBe(0);
  }
});

it("a failure for one teacher doesn't keep others from being warned of missing rooms", async () => {
  const both = [await addTaught(), await addTaught(new Date(start.getTime() + 1_000))];
  vi.setSystemTime(start.getTime() - 23 * hour);
  vi.spyOn(app.context.db, "transaction").mockRejectedValueOnce(new Error("One fails"));
  await expect(noticeMissingRooms(app.context)).rejects.toThrow("One fails");
  expect(addressees()).toEqual([both[1]?.teacher.email]);
});

it("a student who leaves during the run gets no reminder", async () => {
  const { teacher, seat } = await addTaught();
  await expectNoReminder(teacher.email, () =>
    app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.id, seat)),
  );
});

it("a student who turns reminders off during the run gets none", async () => {
  const { teacher, student } = await addTaught();
  await expectNoReminder(teacher.email, () =>
    app.context.db
      .update(profiles)
      .set({ meetingReminders: false })
      .where(eq(profiles.id, student.profileId)),
  );
});

/** Makes the change after the job has found the people to remind, and expects one email. */
async function expectNoReminder(other: string, change: () => PromiseLike<unknown>): Promise<void> {
  vi.setSystemTime(start.getTime() - 23 * hour);
  const { db } = app.context;
  const original = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(async (work, options) => {
    await change();
    return original(work, options);
  });
  await sendDueReminders(app.context);
  expect(addressees()).toEqual([other]);
}
