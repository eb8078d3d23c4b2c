/** A teacher records what a student recites, and both can read it. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import { recitationKinds } from "#lib/recitations/recitations.rules.ts";
import type { NewRecitationInput, RecitationInput } from "#lib/recitations/recitations.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { findOwnLessons, type OwnLessons } from "#server/recitations/own-lessons.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

// It is still March 9 in New York.
const now = new Date("2027-03-10T02:30:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const lesson: RecitationInput = {
  kind: "sabaq",
  date: "2027-03-09",
  fromSurah: 2,
  fromVerse: 1,
  toSurah: 2,
  toVerse: 25,
  mistakes: 2,
  note: "Mind the long vowels.",
};

async function addSeat(timeZone = "America/New_York") {
  const teacher = await addTeacher(app.context, { timeZone });
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  const log = (change: Partial<NewRecitationInput> = {}, person = teacher) =>
    app.call("POST", path, { token: person.token, body: { ...lesson, ...change } });
  const read = async (person: Person, query = "") =>
    app.call("GET", `${path}${query}`, { token: person.token });
  return { teacher, student, courseId, path, log, read };
}

const passages = (lessons: RecitationView[]) => lessons.map(({ passage }) => passage);

describe("a lesson in the log", () => {
  test("is visible to the student and the teacher, with the next verses and the progress chart", async () => {
    const { teacher, student, log, read, courseId } = await addSeat();
    const added = await log();
    expect(added.status).toBe(201);
    for (const person of [teacher, student]) {
      const { body } = await read(person);
      expect(body.data).toMatchObject({
        course: { _id: courseId, timeZone: "America/New_York" },
        lessons: [
          {
            _id: added.body.data._id,
            kind: "sabaq",
            passage: "Al-Baqarah 1–25",
            date: "2027-03-09",
            heardAt: now.toISOString(),
            mistakes: 2,
            note: "Mind the long vowels.",
          },
        ],
        next: { sabaq: { surah: 2, verse: 26 }, manzil: { surah: 2, verse: 1 } },
        chart: { memorised: 25 },
        total: 1,
      });
      expect(body.data.chart.juz[0].memorised).toBe(25);
    }
  });

  test("is followed by the next verses of its kind, by lesson date instead of entry date", async () => {
    const { student, log, read } = await addSeat();
    await log({ fromVerse: 26, toVerse: 30 });
    await log({ date: "2027-03-01" });
    await log({ kind: "manzil", fromSurah: 113, fromVerse: 1, toSurah: 114, toVerse: 6 });
    const { body } = await read(student);
    expect(body.data.next).toEqual({
      sabaq: { surah: 2, verse: 31 },
      sabqi: { surah: 2, verse: 1 },
      manzil: { surah: 2, verse: 1 },
    });
    expect(body.data.chart.juz[29]).toMatchObject({ memorised: 0, recitedAt: now.toISOString() });
  });

  test("is followed by verses further back after a surah that took several lessons", async () => {
    const { student, log, read } = await addSeat();
    const parts = [
      { date: "2027-03-01", fromSurah: 79, fromVerse: 1, toSurah: 79, toVerse: 46 },
      { date: "2027-03-02", fromSurah: 78, fromVerse: 1, toSurah: 78, toVerse: 20 },
      { date: "2027-03-03", fromSurah: 78, fromVerse: 21, toSurah: 78, toVerse: 40 },
    ];
    for (const part of parts) expect((await log(part)).status).toBe(201);
    expect((await read(student)).body.data.next.sabaq).toEqual({ surah: 77, verse: 1 });
  });

  test("is on the day of its class for everyone, in every time zone", async () => {
    const { teacher, student, courseId, log, read } = await addSeat();
    const hold = (startsAt: string) => ({
      courseId,
      teacherId: teacher.profileId,
      plannedStart: new Date(startsAt),
      startsAt: new Date(startsAt),
      endsAt: new Date(Date.parse(startsAt) + 3_600_000),
    });
    await app.context.db
      .insert(classes)
      .values([
        hold("2027-03-08T23:00:00Z"),
        hold("2027-03-10T00:00:00Z"),
        hold("2027-03-10T03:00:00Z"),
      ]);
    await log({ date: "2027-03-08" });
    await log({ date: "2027-03-09" });
    await log({ date: "2027-03-07" });
    const { body } = await read(student);
    expect(body.data.lessons.map(({ heardAt }: RecitationView) => heardAt)).toEqual([
      // The class that has started, not the one after it.
      "2027-03-10T00:00:00.000Z",
      "2027-03-08T23:00:00.000Z",
      // Noon on a day without a class.
      "2027-03-07T17:00:00.000Z",
    ]);
  });

  test("that the teacher marked has the time of the recitation, within the class and after it", async () => {
    const { teacher, student, courseId, log, read } = await addSeat();
    const startsAt = new Date("2027-03-10T01:00:00Z");
    await app.context.db.insert(classes).values({
      courseId,
      teacherId: teacher.profileId,
      plannedStart: startsAt,
      startsAt,
      endsAt: new Date("2027-03-10T02:00:00Z"),
    });
    const mark = (heardAt: string, toVerse: number) =>
      log({ date: "2027-03-09", toVerse, clientId: `marked-${toVerse}`, heardAt });
    // The latest lesson is first.
    await mark("2027-03-10T01:20:00.000Z", 1);
    await mark("2027-03-10T02:05:00.000Z", 2);
    expect((await mark("yesterday", 3)).status).toBe(400);
    // A clock that is slightly fast, and two that are wrong.
    await mark(new Date(now.getTime() + 60_000).toISOString(), 4);
    await mark("2027-03-10T23:00:00.000Z", 5);
    await mark("2027-03-08T01:20:00.000Z", 6);
    const times = Object.fromEntries(
      (await read(student)).body.data.lessons.map(({ last, heardAt }: RecitationView) => [
        last - 7,
        heardAt,
      ]),
    );
    expect(times).toEqual({
      1: "2027-03-10T01:20:00.000Z",
      2: "2027-03-10T02:05:00.000Z",
      4: now.toISOString(),
      5: startsAt.toISOString(),
      6: startsAt.toISOString(),
    });
  });

  test("must have a date within the past year in the teacher's time zone", async () => {
    const { log } = await addSeat();
    const refused = await log({ date: "2027-03-10" });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { field: "date", message: "Please choose today or an earlier date" },
    ]);
    expect((await log({ date: "2026-03-08" })).status).toBe(201);
    const old = await log({ date: "2026-03-07" });
    expect(old.body.errors).toEqual([
      { field: "date", message: "Please choose a date within the last year" },
    ]);
    const elsewhere = await addSeat("Asia/Karachi");
    expect((await elsewhere.log({ date: "2027-03-10" })).status).toBe(201);
  });

  test("must name existing verses, and the error names the field", async () => {
    const { log, read, teacher } = await addSeat();
    const refused = await log({ toVerse: 287, mistakes: -1 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { field: "mistakes", message: "Please enter a number from 0 to 500" },
      { field: "toVerse", message: "Al-Baqarah has 286 verses" },
    ]);
    expect((await read(teacher)).body.data.total).toBe(0);
  });

  test("is stored once when it is sent twice, and rejected when the copies differ", async () => {
    const { log, read, teacher } = await addSeat();
    const answers = await Promise.all(Array.from({ length: 8 }, () => log()));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ]);
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    const other = await log({ mistakes: 3 });
    expect([other.status, other.body.message]).toEqual([
      409,
      "This lesson has already been recorded for that day.",
    ]);
    expect((await log({ date: "2027-03-08" })).status).toBe(201);
    expect((await log({ kind: "sabqi" })).status).toBe(201);
    expect((await read(teacher)).body.data.total).toBe(3);
  });
});

describe("the lesson log", () => {
  test("can be edited by the course's teacher while the student is enrolled", async () => {
    const { student, courseId, log, path } = await addSeat();
    const others = [await addTeacher(app.context), await addStudent(app.context), student] as const;
    for (const person of others) expect((await log({}, person)).status).toBe(403);
    const stranger = await addStudent(app.context);
    const elsewhere = await addSeat();
    for (const [course, pupil] of [
      [courseId, stranger.profileId],
      [courseId, "prf_missing"],
      ["crs_missing", student.profileId],
      [elsewhere.courseId, student.profileId],
    ]) {
      const answer = await app.call("POST", `/api/recitations/course/${course}/student/${pupil}`, {
        token: elsewhere.teacher.token,
        body: lesson,
      });
      expect([answer.status, answer.body.message]).toEqual([
        403,
        "Only the student and the course's teacher can see these lessons.",
      ]);
    }
    expect((await app.call("POST", path, { body: lesson })).status).toBe(401);
    expect((await log()).status).toBe(201);
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: now })
      .where(eq(enrollments.courseId, courseId));
    expect((await log({ toVerse: 26 })).status).toBe(403);
  });

  test("can be read by the student and the course's teacher", async () => {
    const { log, read, teacher, student } = await addSeat();
    await log();
    const others = [await addTeacher(app.context), await addStudent(app.context)];
    for (const person of others) {
      const refused = await read(person);
      expect(refused.status).toBe(403);
      expect(refused.body.data).toBeUndefined();
    }
    expect((await read(teacher)).status).toBe(200);
    expect((await read(student)).status).toBe(200);
  });

  test("keeps the order of a corrected lesson within its day", async () => {
    const { teacher, student, log, read } = await addSeat();
    const { _id } = (await log()).body.data;
    vi.setSystemTime(new Date("2027-03-10T02:40:00Z"));
    const put = (change: Partial<RecitationInput>, person = teacher) =>
      app.call("PUT", `/api/recitations/${_id}`, {
        token: person.token,
        body: { ...lesson, ...change },
      });
    expect((await put({ toVerse: 20, mistakes: 0, note: "" })).status).toBe(200);
    expect((await read(student)).body.data.lessons).toEqual([
      expect.objectContaining({
        passage: "Al-Baqarah 1–20",
        mistakes: 0,
        heardAt: now.toISOString(),
      }),
    ]);
    expect((await read(student)).body.data.lessons[0]).not.toHaveProperty("note");
    expect((await put({ date: "2027-03-01" })).status).toBe(200);
    expect((await read(student)).body.data.lessons[0].heardAt).toBe("2027-03-01T17:00:00.000Z");
    expect((await put({}, student)).status).toBe(403);
    expect((await put({}, await addTeacher(app.context))).status).toBe(404);
    expect((await put({ date: "2027-04-01" })).status).toBe(400);
  });

  test("rejects a correction that turns two lessons into duplicates", async () => {
    const { teacher, log } = await addSeat();
    await log();
    const { _id } = (await log({ toVerse: 30 })).body.data;
    const answer = await app.call("PUT", `/api/recitations/${_id}`, {
      token: teacher.token,
      body: lesson,
    });
    expect(answer.status).toBe(409);
  });

  test("lets the teacher remove a lesson, once", async () => {
    const { teacher, student, log, read } = await addSeat();
    const { _id } = (await log()).body.data;
    const remove = (person: Person) =>
      app.call("DELETE", `/api/recitations/${_id}`, { token: person.token });
    expect((await remove(student)).status).toBe(403);
    expect((await remove(await addTeacher(app.context))).status).toBe(404);
    const answers = await Promise.all([remove(teacher), remove(teacher)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await read(student)).body.data).toMatchObject({ total: 0, chart: { memorised: 0 } });
  });

  test("shows its last page when a later page is requested", async () => {
    const { student, log, read } = await addSeat();
    for (let verse = 1; verse <= 23; verse++) await log({ fromVerse: verse, toVerse: verse });
    const first = (await read(student)).body.data;
    expect(first).toMatchObject({ total: 23, page: 1, pages: 3 });
    expect(passages(first.lessons)).toHaveLength(10);
    const last = (await read(student, "?page=3")).body.data;
    expect(passages(last.lessons)).toHaveLength(3);
    expect((await read(student, "?page=9")).body.data).toEqual(last);
    expect((await read(student, "?page=0")).status).toBe(400);
    expect((await read(student, "?limit=21")).status).toBe(400);
  });
});

describe("a log of several years", () => {
  test("is read a page at a time with a few queries", async () => {
    const { teacher, student, courseId } = await addSeat();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      courseId,
      studentId: student.profileId,
      kind: recitationKinds[index % 3] ?? "sabaq",
      firstVerse: 1 + index * 6,
      lastVerse: 6 + index * 6,
      mistakes: 0,
      date: "2027-03-01",
      heardAt: new Date(now.getTime() - index * 60_000),
    }));
    await app.context.db.insert(recitations).values(rows);
    let log: OwnLessons | undefined;
    const queries = await countQueries(app.database, async () => {
      log = await findOwnLessons(app.context, student.actor, courseId, 100);
    });
    expect(queries).toBeLessThanOrEqual(3);
    expect(log).toMatchObject({ total: 1_000, page: 100, pages: 100, chart: { memorised: 2_004 } });
    expect(log?.lessons).toHaveLength(10);
    const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
    const { body } = await app.call("GET", path, { token: teacher.token });
    expect(body.data).toMatchObject({ total: 1_000, page: 1, chart: { memorised: 2_004 } });
  });
});

describe("the students of a course in the lesson log", () => {
  test("are listed by name with their latest lessons, only for its teacher", async () => {
    const { teacher, student, courseId, log } = await addSeat();
    const second = await addStudent(app.context, { name: "Aisha Nasser" });
    await addEnrollment(app.context, second, courseId);
    await log({ date: "2027-03-05" });
    await log({ date: "2027-03-08", toVerse: 26 });
    const list = (person: Person, course = courseId) =>
      app.call("GET", `/api/recitations/course/${course}`, { token: person.token });
    const { body } = await list(teacher);
    expect(body.data.students).toEqual([
      { _id: second.profileId, name: "Aisha Nasser", lessons: 0 },
      { _id: student.profileId, name: "Maryam Siddiqui", lessons: 2, lastDate: "2027-03-08" },
    ]);
    for (const person of [student, await addTeacher(app.context)]) {
      expect((await list(person)).status).toBe(403);
      expect((await list(person, "crs_missing")).status).toBe(403);
    }
  });
});

describe("the lesson table", () => {
  const row = { kind: "sabaq", firstVerse: 1, lastVerse: 7, mistakes: 0, date: "2027-03-09" };
  test.each([
    ["verse 0", { firstVerse: 0 }],
    ["verse 6237", { lastVerse: 6237 }],
    ["a passage that ends before it begins", { firstVerse: 8 }],
    ["mistakes below 0", { mistakes: -1 }],
    ["an unknown kind", { kind: "hifz" }],
    ["an empty note", { note: "" }],
    ["a long note", { note: "a".repeat(501) }],
  ])("rejects %s", async (_what, change) => {
    const { courseId, student } = await addSeat();
    const values = { ...row, ...change, courseId, studentId: student.profileId, heardAt: now };
    const inserting = app.context.db
      .insert(recitations)
      .values(values as typeof recitations.$inferInsert);
    await expect(inserting.execute()).rejects.toMatchObject({ cause: { code: "23514" } });
  });
});
