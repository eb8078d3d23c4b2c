/** Emails with the recap of a class: who gets them, when, and what they contain. */
import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { livePages, livePageVerses } from "#server/db/tables/live-pages.table.ts";
import { mailNotices } from "#server/db/tables/mail-notices.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { sendNoticeDigests } from "#server/digests/notice-digests.ts";
import { mailDueRecaps } from "#server/live-pages/recap/recap.mails.ts";
import { sendMail } from "#server/mail/mail.jobs.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import type { Person } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, run } = attend(() => app);

const minute = 60_000;

/** The required columns of a lesson besides its seat and its time. */
const lesson = {
  kind: "sabaq",
  firstVerse: 8,
  lastVerse: 12,
  mistakes: 1,
  date: "2030-01-01",
} as const;

const want = (...people: Person[]) =>
  Promise.all(
    people.map(({ profileId }) =>
      app.context.db
        .update(profiles)
        .set({ classRecaps: true, timeZone: "Africa/Cairo" })
        .where(eq(profiles.id, profileId)),
    ),
  );

/** A class that has read two passages and ended this many minutes ago. */
async function holdClass({ endedMinutesAgo = 40, students = 1, changedMinutesAgo = 45 } = {}) {
  const held = await addClass(students);
  const { teacher, classId } = held;
  const { db } = app.context;
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const command of [
    { command: "share", from: "2:1", to: "2:286" },
    { command: "go", verse: "2:2" },
    { command: "go", verse: "2:255" },
  ]) {
    await run(teacher, classId, command);
    vi.setSystemTime(Date.now() + 10_000);
  }
  vi.useRealTimers();
  const endsAt = new Date(Date.now() - endedMinutesAgo * minute);
  const startsAt = new Date(endsAt.getTime() - 60 * minute);
  await db.update(classes).set({ startsAt, endsAt }).where(eq(classes.id, classId));
  await db
    .update(enrollments)
    .set({ enrolledAt: startsAt })
    .where(eq(enrollments.courseId, held.courseId));
  await db
    .update(livePages)
    .set({ updatedAt: new Date(Date.now() - changedMinutesAgo * minute) })
    .where(eq(livePages.classId, classId));
  return { ...held, startsAt };
}

it("the members who want recaps get one after the class, with the student's own lessons", async () => {
  const { teacher, students, classId, courseId, startsAt } = await holdClass({ students: 2 });
  const [reader, other] = students as [Person, Person];
  await want(reader, teacher);
  await app.context.db.insert(recitations).values([
    {
      courseId,
      studentId: reader.profileId,
      kind: "sabaq",
      firstVerse: 8,
      lastVerse: 12,
      mistakes: 2,
      note: "Take your time.",
      markedWords: [{ verse: 9, word: 2, mistake: "forgotten" }],
      date: "2030-01-01",
      heardAt: startsAt,
    },
    {
      courseId,
      studentId: other.profileId,
      kind: "manzil",
      firstVerse: 6231,
      lastVerse: 6236,
      mistakes: 7,
      date: "2030-01-01",
      heardAt: startsAt,
    },
  ]);
  const queued = keepQueuedMails(app);
  await mailDueRecaps(app.context);
  await mailDueRecaps(app.context);
  const sent = queued.filter(({ text }) => text.includes(classId));
  expect(sent.map(({ to }) => to).toSorted()).toEqual([reader.email, teacher.email].toSorted());
  const text = sent.find(({ to }) => to === reader.email)?.text ?? "";
  expect(text).toContain("Al-Baqarah 1–2: ");
  expect(text).toContain("Al-Baqarah 255: ");
  expect(text).toContain("New lesson (sabaq): Al-Baqarah 1–5, 2 mistakes. Take your time.");
  expect(text).toMatch(/Words to practice: \S+ \(2:2\)/);
  expect(text).toContain("new lesson from Al-Baqarah 6");
  expect(text).toContain("Times are in your time zone, Africa/Cairo.");
  expect(text).toContain(`/classes/${classId}/recap`);
  expect(text).not.toContain("7 mistakes");
  const teachers = sent.find(({ to }) => to === teacher.email)?.text ?? "";
  expect(teachers).toContain("You read this with your students in ");
  expect(teachers).not.toContain("mistakes");
});

it("no recap is sent while the class may still continue, or when nothing was read", async () => {
  const late = await holdClass({ changedMinutesAgo: 5 });
  const recent = await holdClass({ endedMinutesAgo: 20 });
  const unread = await holdClass();
  await app.context.db.delete(livePageVerses).where(eq(livePageVerses.classId, unread.classId));
  const canceled = await holdClass();
  await app.context.db
    .update(classes)
    .set({ status: "cancelled" })
    .where(eq(classes.id, canceled.classId));
  const old = await holdClass({ endedMinutesAgo: 25 * 60, changedMinutesAgo: 25 * 60 });
  for (const { student, teacher } of [late, recent, unread, canceled, old]) {
    await want(student, teacher);
  }
  const queued = keepQueuedMails(app);
  await mailDueRecaps(app.context);
  expect(queued).toEqual([]);
});

it("a recap that waits for a digest isn't sent after recaps were turned off", async () => {
  const { context } = app;
  const queued = keepQueuedMails(app);
  const held = await holdClass({ students: 2 });
  const [keen, tired] = held.students as [Person, Person];
  await want(keen, tired);
  // After the first email about the class, the recap waits for a digest.
  for (const { email } of [keen, tired]) {
    await context.db.transaction((tx) =>
      sendMail(context, tx, {
        to: email,
        language: "en",
        subject: "Earlier",
        content: {
          recipientName: null,
          title: "Earlier",
          preheader: "",
          paragraphs: [],
          because: null,
        },
        notice: { sender: "x", about: `recap:${held.classId}`, kind: "recap" },
      }),
    );
  }
  await mailDueRecaps(context);
  await context.db
    .update(profiles)
    .set({ classRecaps: false })
    .where(eq(profiles.id, tired.profileId));
  queued.length = 0;
  await context.db
    .update(mailNotices)
    .set({ createdAt: new Date(Date.now() - 6 * minute) })
    .where(isNotNull(mailNotices.sealed));
  await sendNoticeDigests(context);
  const sent = queued.filter(({ text }) => text.includes(held.classId));
  expect(sent.map(({ to }) => to)).toEqual([keen.email]);
});

it("a student who has left gets no recap by email", async () => {
  const { student } = await holdClass();
  await want(student);
  await app.context.db
    .update(enrollments)
    .set({ status: "left", endedAt: new Date() })
    .where(eq(enrollments.studentId, student.profileId));
  const queued = keepQueuedMails(app);
  await mailDueRecaps(app.context);
  expect(queued).toEqual([]);
});

it("the email leaves out what was read while a student had left the course", async () => {
  const { db } = app.context;
  const { students, classId, courseId } = await holdClass({ students: 2 });
  const [returned, other] = students as [Person, Person];
  await want(returned, other);
  // The class has ended, so its verses were read an hour ago.
  const earlier = (at: Date | string) => new Date(new Date(at).getTime() - 60 * minute);
  const read = await db.select().from(livePageVerses).where(eq(livePageVerses.classId, classId));
  for (const { verse, firstAt, lastAt, visits } of read) {
    await db
      .update(livePageVerses)
      .set({
        firstAt: earlier(firstAt),
        lastAt: earlier(lastAt),
        visits: visits.map((visit) => earlier(visit).toISOString()),
      })
      .where(and(eq(livePageVerses.classId, classId), eq(livePageVerses.verse, verse)));
  }
  const begin = Math.min(...read.map(({ firstAt }) => earlier(firstAt).getTime()));
  await db
    .update(enrollments)
    .set({ status: "refunded", endedAt: new Date(begin + 5_000) })
    .where(eq(enrollments.studentId, returned.profileId));
  const again = await addEnrollment(app.context, returned, courseId);
  const enrolledAt = new Date(begin + 22_000);
  await db.update(enrollments).set({ enrolledAt }).where(eq(enrollments.id, again));
  const queued = keepQueuedMails(app);
  await mailDueRecaps(app.context);
  const textTo = ({ email }: Person) =>
    queued.find(({ to, text }) => to === email && text.includes(classId))?.text;
  expect(textTo(other)).toContain("Al-Baqarah 1–2: ");
  expect(textTo(returned)).toContain("Al-Baqarah 1: ");
  expect(textTo(returned)).toContain("Al-Baqarah 255: ");
});

it("a student who enrolled after the class gets no recap by email", async () => {
  const { student } = await holdClass();
  await want(student);
  await app.context.db
    .update(enrollments)
    .set({ enrolledAt: new Date() })
    .where(eq(enrollments.studentId, student.profileId));
  const queued = keepQueuedMails(app);
  await mailDueRecaps(app.context);
  expect(queued).toEqual([]);
});

it("the recap lists a student's own lessons and where the next ones begin, but nobody else's lessons", async () => {
  const { teacher, students, classId, courseId, startsAt } = await holdClass({ students: 2 });
  const [reader, other] = students as [Person, Person];
  await app.context.db.insert(recitations).values({
    courseId,
    studentId: reader.profileId,
    kind: "sabaq",
    firstVerse: 8,
    lastVerse: 12,
    mistakes: 1,
    date: "2030-01-01",
    heardAt: startsAt,
  });
  const recapOf = async ({ token }: Person) =>
    (await app.call("GET", `/api/classes/${classId}/page/recap`, { token })).body.data;
  expect(await recapOf(reader)).toMatchObject({
    course: { _id: courseId },
    startsAt: startsAt.toISOString(),
    lessons: [{ passage: "Al-Baqarah 1–5", mistakes: 1 }],
    next: { sabaq: { surah: 2, verse: 6 } },
  });
  expect((await recapOf(other)).lessons).toEqual([]);
  expect(await recapOf(teacher)).not.toHaveProperty("lessons");
  const list = await app.call("GET", `/api/classes/course/${courseId}`, { token: reader.token });
  expect(list.body.data.classes).toMatchObject([{ _id: classId, hasRecap: true }]);
});

it("the recap contains lessons from the minutes before the class until three hours after it, but not those of the next class", async () => {
  const { teacher, student, classId, courseId, startsAt } = await holdClass();
  const at = (minutes: number) => new Date(startsAt.getTime() + minutes * minute);
  const seat = { courseId, studentId: student.profileId };
  await app.context.db.insert(recitations).values([
    { ...seat, ...lesson, firstVerse: 1, lastVerse: 7, heardAt: at(-20) },
    { ...seat, ...lesson, heardAt: at(-5) },
    { ...seat, ...lesson, firstVerse: 13, lastVerse: 14, heardAt: at(200) },
    { ...seat, ...lesson, firstVerse: 15, lastVerse: 16, heardAt: at(241) },
  ]);
  const { token } = student;
  const listLessons = async () => {
    const { body } = await app.call("GET", `/api/classes/${classId}/page/recap`, { token });
    return body.data.lessons.map(({ passage }: { passage: string }) => passage);
  };
  expect(await listLessons()).toEqual(["Al-Baqarah 1–5", "Al-Baqarah 6–7"]);
  await app.context.db.insert(classes).values({
    ...{ courseId, teacherId: teacher.profileId },
    ...{ plannedStart: at(210), startsAt: at(210), endsAt: at(270) },
  });
  expect(await listLessons()).toEqual(["Al-Baqarah 1–5"]);
});
