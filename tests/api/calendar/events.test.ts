import { and, eq } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { createCourse, updateCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { findRoom } from "#server/rooms/find-room.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";
import { makeLink, parseCalendar, read, readEntries } from "./read-calendar.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const begin = new Date("2027-03-01T12:00:00Z");
const hour = 60 * 60 * 1000;
const later = (days: number) => vi.setSystemTime(new Date(begin.getTime() + days * 24 * hour));
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(() => void vi.useRealTimers());

const week: Partial<CreateCourseInput> = {
  title: "Tajweed from the first letter",
  startDate: "2027-03-08",
  endDate: "2027-03-28",
  status: "published",
  schedule: [{ day: "Wednesday", startTime: "18:00", endTime: "19:00" }],
};

async function addTaught(overrides: Partial<CreateCourseInput> = {}, timeZone = "Africa/Cairo") {
  const teacher = await addTeacher(app.context, { name: "Khadija Noor", timeZone });
  const course = await createCourse(
    app.context,
    teacher.actor,
    courseInput({ ...week, ...overrides }),
  );
  return { teacher, courseId: course._id };
}

async function addTaken(overrides: Partial<CreateCourseInput> = {}, timeZone?: string) {
  const taught = await addTaught(overrides, timeZone);
  const student = await addStudent(app.context);
  await addEnrollment(app.context, student, taught.courseId);
  return { ...taught, student, link: await makeLink(app, student) };
}

const listRows = (courseId: string) =>
  app.context.db
    .select()
    .from(classes)
    .where(eq(classes.courseId, courseId))
    .orderBy(classes.plannedStart);

const change = (teacher: Person, call: string, body: object) => {
  const [method = "", path = ""] = call.split(" ");
  return app.call(method, `/api/classes/${path}`, { token: teacher.token, body });
};

const leave = (student: Person, courseId: string) =>
  app.call("POST", `/api/enrollment/course/${courseId}/leave`, { token: student.token, body: {} });

describe("a student's calendar", () => {
  test("contains every class with its teacher, link and reminder", async () => {
    const { courseId, link } = await addTaken();
    const entries = await readEntries(app, link);
    const rows = await listRows(courseId);
    expect(entries).toEqual(
      rows.map(({ id, startsAt, endsAt }) => ({
        uid: `${id}@localhost`,
        sequence: 0,
        status: "CONFIRMED",
        title: "Tajweed from the first letter",
        start: startsAt,
        end: endsAt,
        description: `With Khadija Noor. Join the class: ${app.config.appUrl}/join/${id}`,
        url: `${app.config.appUrl}/join/${id}`,
        reminders: ["-PT10M"],
      })),
    );
    expect(entries).toHaveLength(3);
  });

  test.each([
    ["Africa/Cairo", "2027-04-26", ["2027-04-28T16:00:00.000Z", "2027-05-05T15:00:00.000Z"]],
    ["Europe/London", "2027-03-22", ["2027-03-24T18:00:00.000Z", "2027-03-31T17:00:00.000Z"]],
    ["America/New_York", "2027-03-08", ["2027-03-10T23:00:00.000Z", "2027-03-17T22:00:00.000Z"]],
  ])("keeps the local hour of %s across a clock change", async (zone, startDate, starts) => {
    const endDate = Temporal.PlainDate.from(startDate).add({ days: 13 }).toString();
    const { link } = await addTaken({ startDate, endDate }, zone);
    const entries = await readEntries(app, link);
    expect(entries.map(({ start }) => start.toISOString())).toEqual(starts);
    for (const { start, end } of entries) {
      const local = Temporal.Instant.from(start.toISOString()).toZonedDateTimeISO(zone);
      expect(local.toPlainTime().toString()).toBe("18:00:00");
      expect(end.getTime() - start.getTime()).toBe(hour);
    }
  });

  test("reports each change with a higher sequence under the ID that emails use", async () => {
    const { teacher, courseId, student, link } = await addTaken();
    const [first, second] = await listRows(courseId);
    const time = { date: "2027-03-11", startTime: "09:00", endTime: "10:30" };
    await change(teacher, `PATCH ${first?.id}`, { ...time, note: "The hall is taken" });
    await change(teacher, `POST ${second?.id}/cancel`, {});
    const [canceled, moved] = [second, first].map((row) => `${row?.id}@localhost`);
    const entries = await readEntries(app, link);
    expect(entries).toHaveLength(3);
    expect(entries.find(({ uid }) => uid === moved)).toMatchObject({
      sequence: 1,
      status: "CONFIRMED",
      start: new Date("2027-03-11T07:00:00Z"),
      end: new Date("2027-03-11T08:30:00Z"),
      description: expect.stringContaining("\nKhadija Noor says: The hall is taken"),
    });
    expect(entries.find(({ uid }) => uid === canceled)).toMatchObject({
      sequence: 1,
      status: "CANCELLED",
      title: "Canceled: Tajweed from the first letter",
      reminders: [],
    });
    await app.context.jobs.drain();
    const mailed = app.mails
      .filter(({ to, invitation }) => to === student.email && invitation)
      .flatMap(({ invitation }) => parseCalendar(invitation?.text ?? "").entries);
    const known = new Map(entries.map((entry) => [entry.uid, entry]));
    expect(mailed.map(({ uid }) => uid).sort()).toEqual([moved, canceled].sort());
    for (const { uid, sequence, start, status } of mailed) {
      expect(known.get(uid)).toMatchObject({ sequence, start, status });
    }
    await change(teacher, `PATCH ${second?.id}`, { ...time, date: "2027-03-18" });
    const again = await readEntries(app, link);
    expect(again.find(({ uid }) => uid === canceled)).toMatchObject({
      sequence: 2,
      status: "CONFIRMED",
    });
  });

  test("shows dropped classes as canceled for a month", async () => {
    const { teacher, courseId, link } = await addTaken();
    await updateCourse(app.context, teacher.actor, courseId, { endDate: "2027-03-21" });
    const dropped = async () =>
      (await readEntries(app, link)).map(({ status, sequence }) => `${status} ${sequence}`);
    expect(await dropped()).toEqual(["CONFIRMED 0", "CONFIRMED 0", "CANCELLED 1"]);
    later(31);
    expect(await dropped()).toEqual(["CONFIRMED 0", "CONFIRMED 0"]);
  });

  test("shows a course that was left as canceled for a month, and restores it after re-enrolling", async () => {
    const { courseId, student, link } = await addTaken();
    later(10);
    const here = await renewToken(app.context, student);
    expect((await leave(here, courseId)).status).toBe(200);
    const states = async () =>
      (await readEntries(app, link)).map(({ status, sequence }) => `${status} ${sequence}`);
    expect(await states()).toEqual(["CANCELLED 1", "CANCELLED 1"]);
    await addEnrollment(app.context, student, courseId);
    expect(await states()).toEqual(["CONFIRMED 2", "CONFIRMED 2", "CONFIRMED 2"]);
    await leave(here, courseId);
    expect(await states()).toEqual(["CANCELLED 3", "CANCELLED 3"]);
    later(41);
    expect(await states()).toEqual([]);
  });

  test("cancels the classes of a refunded course, and never shows an unpaid seat", async () => {
    const { courseId, student, link } = await addTaken();
    const seat = and(
      eq(enrollments.courseId, courseId),
      eq(enrollments.studentId, student.profileId),
    );
    await app.context.db
      .update(enrollments)
      .set({ status: "refunded", endedAt: begin })
      .where(seat);
    expect((await readEntries(app, link)).map(({ status }) => status)).toEqual([
      "CANCELLED",
      "CANCELLED",
      "CANCELLED",
    ]);
    const held = { status: "held", enrolledAt: null, holdExpiresAt: begin, endedAt: null } as const;
    await app.context.db.update(enrollments).set(held).where(seat);
    expect(await readEntries(app, link)).toEqual([]);
  });

  test("escapes text of every kind, so that text cannot add entries", async () => {
    const { courseId, link } = await addTaken();
    const title = `${"تَجْوِيدُ القُرْآنِ الكَرِيمِ ، ".repeat(8)}; a\\b, "c"\r\nBEGIN:VEVENT\nEND:VCALENDAR 🕌`;
    await app.context.db.update(courses).set({ title }).where(eq(courses.id, courseId));
    const { body } = await read(app, link);
    const lines = String(body).split("\r\n");
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(3);
    const { entries } = parseCalendar(body);
    expect(entries.map((entry) => entry.title)).toEqual(
      entries.map(() => title.replaceAll(/[\r\n]+/g, " ")),
    );
  });
});

describe("a teacher's calendar", () => {
  test("contains the teacher's classes in every course, with links to start them", async () => {
    const { teacher, courseId } = await addTaught();
    await addTaught();
    const entries = await readEntries(app, await makeLink(app, teacher));
    const rows = await listRows(courseId);
    expect(entries.map(({ uid }) => uid)).toEqual(rows.map(({ id }) => `${id}@localhost`));
    expect(entries[0]).toMatchObject({
      url: `${app.config.appUrl}/start/${rows[0]?.id}`,
      description: `Start the class: ${app.config.appUrl}/start/${rows[0]?.id}`,
    });
  });
});

describe("the calendars of students and teachers", () => {
  test("contain meetings outside classes, but no separate entry for the meeting of a class", async () => {
    const { teacher, courseId, link } = await addTaken();
    const [first] = await listRows(courseId);
    const room = {
      teacherId: teacher.profileId,
      courseId,
      topic: "Meet the parents",
      startTime: new Date("2027-03-09T15:00:00Z"),
      duration: 45,
      timeZone: "Africa/Cairo",
      settings: {} as (typeof meetings.$inferInsert)["settings"],
      providerJoinUrl: "https://zoom.example/j/1",
    };
    await app.context.db.insert(meetings).values([
      { ...room, id: "mtg_besides", providerMeetingId: "1" },
      { ...room, id: "mtg_room", providerMeetingId: "2", classId: first?.id ?? "" },
    ]);
    for (const path of [link, await makeLink(app, teacher)]) {
      const entries = await readEntries(app, path);
      expect(entries).toHaveLength(4);
      expect(entries[0]).toMatchObject({
        uid: "mtg_besides@localhost",
        title: "Meet the parents",
        start: new Date("2027-03-09T15:00:00Z"),
        end: new Date("2027-03-09T15:45:00Z"),
      });
      expect(entries[0]?.url).toMatch(/\/(join|start)\/mtg_besides$/);
    }
  });

  test("contain trial lessons, and mark canceled ones as canceled", async () => {
    const { teacher, student, link } = await addTaken();
    const own = await makeLink(app, teacher);
    const startsAt = new Date("2027-03-02T09:00:00Z");
    await app.context.db.insert(trialLessons).values({
      id: "trl_first",
      teacherId: teacher.profileId,
      studentId: student.profileId,
      startsAt,
      endsAt: new Date(startsAt.getTime() + hour),
    });
    const find = async (path: string) =>
      (await readEntries(app, path)).find(({ uid }) => uid === "trl_first@localhost");
    expect(await find(link)).toMatchObject({
      title: "Trial lesson with Khadija Noor",
      status: "CONFIRMED",
      start: startsAt,
      sequence: 0,
    });
    await app.call("DELETE", "/api/trials/trl_first", { token: student.token });
    for (const path of [link, own]) {
      expect(await find(path)).toMatchObject({ status: "CANCELLED", sequence: 1 });
    }
    later(31);
    expect(await find(own)).toBeUndefined();
  });

  test("return 304 when nothing has changed", async () => {
    const { teacher, courseId, link } = await addTaken();
    const first = await read(app, link);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const same = await read(app, link, {
      "if-none-match": `"other", ${etag}`,
      "cache-control": "no-cache",
    });
    expect([same.status, same.body]).toEqual([304, ""]);
    expect(same.headers.get("etag")).toBe(etag);
    expect(same.headers.get("cache-control")).toBe("private, no-store");
    const [row] = await listRows(courseId);
    await change(teacher, `POST ${row?.id}/cancel`, {});
    const changed = await read(app, link, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  test("need the same few queries for one course as for many", async () => {
    const { student, link } = await addTaken();
    await read(app, link);
    const one = await countQueries(app.database, () => read(app, link));
    expect(one).toBeLessThanOrEqual(5);
    for (let more = 0; more < 8; more += 1) {
      const { courseId } = await addTaught();
      await addEnrollment(app.context, student, courseId);
    }
    expect(await readEntries(app, link)).toHaveLength(27);
    expect(await countQueries(app.database, () => read(app, link))).toBe(one);
  });
});

describe("the link of a class", () => {
  test("leads only members to the room, or to the course page before the room exists", async () => {
    const { teacher, courseId, student } = await addTaken();
    const [row] = await listRows(courseId);
    const classId = row?.id ?? "";
    const find = (person: Person) => findRoom(app.context, person.actor, classId);
    expect(await find(student)).toEqual({ path: `/dashboard/enrolled-courses/${courseId}` });
    expect(await find(teacher)).toEqual({ path: `/dashboard/classes/${courseId}` });
    await app.context.db.insert(meetings).values({
      id: "mtg_of_class",
      teacherId: teacher.profileId,
      courseId,
      classId,
      topic: "Tajweed",
      startTime: row?.startsAt ?? begin,
      duration: 60,
      timeZone: "Africa/Cairo",
      settings: {} as (typeof meetings.$inferInsert)["settings"],
      providerMeetingId: "3",
      providerJoinUrl: "https://zoom.example/j/3",
    });
    for (const person of [student, teacher]) {
      expect(await find(person)).toEqual({ meetingId: "mtg_of_class" });
    }
    const refusal = { code: "not_found", message: "Meeting not found" };
    for (const stranger of [await addStudent(app.context), await addTeacher(app.context)]) {
      await expect(find(stranger)).rejects.toMatchObject(refusal);
    }
    const missing = findRoom(app.context, student.actor, "cls_missing");
    await expect(missing).rejects.toMatchObject(refusal);
  });
});
