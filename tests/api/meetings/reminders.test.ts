/** Who is reminded of which meeting, and when. Nobody is reminded twice. */
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCourse } from "#server/courses/courses.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { sendDueReminders } from "#server/meetings/reminders/reminders.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";

let app: TestApp;
let mails: QueuedMail[];
beforeAll(async () => {
  app = await createTestApp();
  mails = keepQueuedMails(app);
});
afterAll(() => app.close());

// London's clocks go forward on the following weekend.
const begin = new Date("2027-03-25T12:00:00Z");
const start = new Date("2027-03-28T18:00:00Z");
const minute = 60_000;
const hour = 60 * minute;

const setClock = (at: number | Date) => vi.setSystemTime(at);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
  mails.splice(0);
});
afterEach(() => void vi.useRealTimers());

async function addTaught() {
  const teacher = await addTeacher(app.context, { timeZone: "Africa/Cairo" });
  const student = await addStudent(app.context, { timeZone: "Europe/London" });
  const courseId = await addCourse(app.context, teacher, { title: "Tajweed" });
  const seat = await addEnrollment(app.context, student, courseId);
  return { teacher, student, courseId, seat };
}

let zoomIds = 0;
async function addMeeting(
  { teacher, courseId }: { teacher: Person; courseId: string },
  values: Partial<typeof meetings.$inferInsert> = {},
): Promise<string> {
  zoomIds += 1;
  const [row] = await app.context.db
    .insert(meetings)
    .values({
      teacherId: teacher.profileId,
      courseId,
      topic: "Heavy letters",
      startTime: start,
      duration: 60,
      timeZone: "Africa/Cairo",
      settings: {
        host_video: true,
        participant_video: true,
        join_before_host: false,
        mute_upon_entry: true,
        waiting_room: true,
      },
      providerMeetingId: String(zoomIds),
      providerJoinUrl: "https://zoom.test/j/1",
      ...values,
    })
    .returning();
  return row?.id ?? "";
}

/**
 * The emails that are sent at an instant when the job runs in three processes and then once more.
 */
async function remindedAt(at: number): Promise<QueuedMail[]> {
  setClock(at);
  mails.splice(0);
  await Promise.all([
    sendDueReminders(app.context),
    sendDueReminders(app.context),
    sendDueReminders(app.context),
  ]);
  await sendDueReminders(app.context);
  return mails.splice(0);
}

/** The emails for the people in this test. */
const of = (list: QueuedMail[], ...people: Person[]) =>
  people.map(({ email }) => list.filter(({ to }) => to === email).length);

const dayBefore = start.getTime() - 24 * hour;
const hourBefore = start.getTime() - hour;

describe("meeting reminders", () => {
  it("are sent a day and an hour before, once each, in each person's time zone", async () => {
    const taught = await addTaught();
    const { teacher, student } = taught;
    const id = await addMeeting(taught);
    expect(of(await remindedAt(dayBefore - minute), teacher, student)).toEqual([0, 0]);

    const day = await remindedAt(dayBefore);
    expect(of(day, teacher, student)).toEqual([1, 1]);
    const [students] = day.filter(({ to }) => to === student.email);
    expect(students?.subject).toBe("Reminder: Heavy letters, Sun, Mar 28, 19:00");
    expect(students?.text).toContain("Times are in your time zone, Europe/London.");
    expect(students?.text).toContain(`/join/${id}`);
    expect(students?.text).toContain("The room opens 10 minutes before the start.");
    const [teachers] = day.filter(({ to }) => to === teacher.email);
    expect(teachers?.subject).toMatch(/, 20:00$/);
    expect(teachers?.text).toContain(`/start/${id}`);

    expect(of(await remindedAt(dayBefore + hour), teacher, student)).toEqual([0, 0]);
    const soon = await remindedAt(hourBefore);
    expect(of(soon, teacher, student)).toEqual([1, 1]);
    expect(soon[0]?.subject).toMatch(/^Starting soon: Heavy letters/);
    expect(of(await remindedAt(hourBefore + minute), teacher, student)).toEqual([0, 0]);
    expect(of(await remindedAt(start.getTime()), teacher, student)).toEqual([0, 0]);
  });

  it("are still sent if an outage delayed them, unless the meeting has started", async () => {
    const taught = await addTaught();
    await addMeeting(taught);
    expect(of(await remindedAt(dayBefore + 5 * hour), taught.student)).toEqual([1]);
    expect(of(await remindedAt(start.getTime() - 10 * minute), taught.student)).toEqual([1]);
    const late = await addTaught();
    await addMeeting(late);
    vi.setSystemTime(begin);
    expect(of(await remindedAt(dayBefore + 20 * hour), late.student)).toEqual([0]);
  });

  it("are not sent for meetings scheduled or joined later than the reminder time", async () => {
    const taught = await addTaught();
    setClock(dayBefore + hour);
    await addMeeting(taught);
    expect(of(await remindedAt(dayBefore + hour), taught.student)).toEqual([0]);
    expect(of(await remindedAt(hourBefore), taught.student)).toEqual([1]);

    setClock(begin);
    const other = await addTaught();
    await addMeeting(other);
    setClock(dayBefore + hour);
    const newcomer = await addStudent(app.context);
    await addEnrollment(app.context, newcomer, other.courseId);
    const day = await remindedAt(dayBefore + 2 * hour);
    expect(of(day, other.student, newcomer)).toEqual([1, 0]);
    expect(of(await remindedAt(hourBefore), other.student, newcomer)).toEqual([1, 1]);
  });

  it("are sent for a meeting whose room is already open, but not for an ended one", async () => {
    const taught = await addTaught();
    await addMeeting(taught, { status: "started", startedAt: begin });
    expect(of(await remindedAt(start.getTime() - 10 * minute), taught.student)).toEqual([1]);
    setClock(begin);
    const over = await addTaught();
    await addMeeting(over, { status: "ended", endedAt: begin });
    expect(of(await remindedAt(start.getTime() - 10 * minute), over.student)).toEqual([0]);
  });

  it("for a child are also sent to the guardian", async () => {
    const taught = await addTaught();
    const child = await addStudent(app.context, {
      name: "Yusuf",
      age: 9,
      parentGuardianName: "Maryam",
      parentGuardianContact: "maryam@example.org",
    });
    await addEnrollment(app.context, child, taught.courseId);
    await addMeeting(taught);
    const sent = await remindedAt(dayBefore);
    const copies = sent.filter(({ to }) => to === "maryam@example.org");
    expect(copies.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Yusuf: Reminder: Heavy letters/),
    ]);
    expect(copies[0]?.text).toContain("you are Yusuf's guardian");
    expect(of(sent, child)).toEqual([1]);
  });

  it.each(["canceled", "moved"])(
    "are not sent for a meeting that is %s in the meantime",
    async (what) => {
      const taught = await addTaught();
      const id = await addMeeting(taught);
      const { db } = app.context;
      setClock(hourBefore);
      let reminding: Promise<void> | undefined;
      await db.transaction(async (tx) => {
        const later = new Date(start.getTime() + hour);
        await tx
          .update(meetings)
          .set(
            what === "moved" ? { startTime: later, movedAt: new Date() } : { status: "cancelled" },
          )
          .where(eq(meetings.id, id));
        reminding = sendDueReminders(app.context);
        const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(() => db.execute(waiting).then(({ rows }) => rows.length)).toBe(1);
      });
      await reminding;
      expect(of(mails, taught.teacher, taught.student)).toEqual([0, 0]);
    },
  );

  it("are sent again for a meeting that was moved, and never for a canceled one", async () => {
    const taught = await addTaught();
    const id = await addMeeting(taught);
    expect(of(await remindedAt(dayBefore), taught.student)).toEqual([1]);
    const later = new Date(start.getTime() + 48 * hour);
    await app.context.db
      .update(meetings)
      .set({ startTime: later, movedAt: new Date() })
      .where(eq(meetings.id, id));
    expect(of(await remindedAt(hourBefore), taught.student)).toEqual([0]);
    expect(of(await remindedAt(later.getTime() - 24 * hour), taught.student)).toEqual([1]);
    await app.context.db.update(meetings).set({ status: "cancelled" }).where(eq(meetings.id, id));
    expect(of(await remindedAt(later.getTime() - hour), taught.student)).toEqual([0]);
  });

  it("are limited for a meeting that is moved repeatedly, unless the new start is hours later", async () => {
    const taught = await addTaught();
    const guardian = "amina@example.org";
    const child = await addStudent(app.context, {
      age: 9,
      parentGuardianName: "Amina",
      parentGuardianContact: guardian,
    });
    await addEnrollment(app.context, child, taught.courseId);
    const id = await addMeeting(taught);
    const movedTo = async (at: number) => {
      await app.context.db
        .update(meetings)
        .set({ startTime: new Date(at), movedAt: new Date(at - hour) })
        .where(eq(meetings.id, id));
      return remindedAt(at - hour + minute);
    };
    const sent: QueuedMail[] = [];
    for (let move = 0; move < 12; move += 1) {
      sent.push(...(await movedTo(start.getTime() + move * minute)));
    }
    expect(of(sent, taught.teacher, taught.student, child)).toEqual([3, 3, 3]);
    expect(sent.filter(({ to }) => to === guardian)).toHaveLength(3);
    const tomorrow = await movedTo(start.getTime() + 24 * hour);
    expect(of(tomorrow, taught.teacher, taught.student, child)).toEqual([1, 1, 1]);
  });

  it("are not sent to people who left, were removed or turned them off", async () => {
    const taught = await addTaught();
    await addMeeting(taught);
    const quiet = await addStudent(app.context);
    await addEnrollment(app.context, quiet, taught.courseId);
    const choice = await app.call("PATCH", "/api/users/me/mails", {
      token: (await renewToken(app.context, quiet)).token,
      body: { meetingReminders: false },
    });
    expect(choice.body.data).toEqual({
      meetingReminders: false,
      classRecaps: false,
      messageDigests: true,
      changeSummaries: true,
    });
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.id, taught.seat));
    const day = await remindedAt(dayBefore);
    expect(of(day, taught.teacher, taught.student, quiet)).toEqual([1, 0, 0]);
    const { token } = await renewToken(app.context, quiet);
    const read = await app.call("GET", "/api/users/me/mails", { token });
    expect(read.body.data).toEqual({
      meetingReminders: false,
      classRecaps: false,
      messageDigests: true,
      changeSummaries: true,
    });
  });

  it("are not sent for classes of a suspended teacher", async () => {
    const taught = await addTaught();
    await addMeeting(taught);
    await app.context.db
      .update(users)
      .set({ suspendedAt: begin, suspendedUntil: start, suspendedReason: "Insults" })
      .where(eq(users.id, taught.teacher.userId));
    expect(of(await remindedAt(dayBefore), taught.teacher, taught.student)).toEqual([0, 0]);
  });

  it("cover each hour only once, whether for a class, its meeting or two meetings", async () => {
    const teacher = await addTeacher(app.context, { timeZone: "Africa/Cairo" });
    const student = await addStudent(app.context);
    const { _id: courseId } = await createCourse(
      app.context,
      teacher.actor,
      courseInput({
        status: "published",
        startDate: "2027-03-26",
        endDate: "2027-04-10",
        schedule: [{ day: "Sunday", startTime: "20:00", endTime: "21:00" }],
      }),
    );
    await addEnrollment(app.context, student, courseId);
    const [first] = await app.context.db
      .select()
      .from(classes)
      .where(eq(classes.courseId, courseId))
      .orderBy(classes.startsAt);
    expect(first?.startsAt).toEqual(start);
    // A class without a meeting can't be joined yet.
    expect(of(await remindedAt(dayBefore - minute), student)).toEqual([0]);
    setClock(begin);
    const quarter = new Date(start.getTime() + 15 * minute);
    const taught = { teacher, courseId };
    await addMeeting(taught, { classId: first?.id ?? null, startTime: quarter });
    await addMeeting(taught, { classId: first?.id ?? null });
    const day = await remindedAt(dayBefore);
    expect(of(day, teacher, student)).toEqual([1, 1]);
    expect(day.find(({ to }) => to === student.email)?.text).toContain(`/join/${first?.id}`);
    expect(of(await remindedAt(hourBefore), teacher, student)).toEqual([1, 1]);
    expect(of(await remindedAt(hourBefore + 20 * minute), teacher, student)).toEqual([0, 0]);
  });
});
