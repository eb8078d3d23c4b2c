/** A teacher marks words while a student recites, and both see which words are weak. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { MarkedWord } from "#lib/recitations/marked-words.rules.ts";
import type { NewRecitationInput } from "#lib/recitations/recitations.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { countQueries } from "../../support/database/queries.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

const now = new Date("2027-03-10T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const vowel: MarkedWord = { verse: "1:2", word: 3, mistake: "vowel" };
const forgotten: MarkedWord = { verse: "1:7", word: 1, mistake: "forgotten" };

/** Combining marks are written as escapes, because editors may change their order. */
const rabbi = "ر\u064eب\u0651\u0650";

let lessons = 0;
const lesson = (change: Partial<NewRecitationInput> = {}): NewRecitationInput => ({
  clientId: `lesson-${++lessons}`.padEnd(12, "0"),
  kind: "sabaq",
  date: "2027-03-10",
  ...{ fromSurah: 1, fromVerse: 1, toSurah: 1, toVerse: 7 },
  mistakes: change.markedWords?.length ?? 2,
  markedWords: [forgotten, vowel],
  ...change,
});

async function addSeat(given: { teacher?: Person; student?: Person } = {}) {
  const teacher = given.teacher ?? (await addTeacher(app.context, { timeZone: "UTC" }));
  const student = given.student ?? (await addStudent(app.context));
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  const log = (body: object = lesson(), person: Person | undefined = teacher) =>
    app.call("POST", path, { token: person.token, body });
  const read = async (person: Person = teacher) =>
    (await app.call("GET", path, { token: person.token })).body.data;
  const prepare = (person: Person | undefined, query = "from=1:1&to=1:7") =>
    app.call("GET", `${path}/passage?${query}`, { token: person?.token });
  return { teacher, student, courseId, path, log, read, prepare };
}

const ownMarks = async (person: Person) =>
  (await app.call("GET", "/api/recitations/marks?from=1:1&to=1:7", { token: person.token })).body
    .data;

describe("a lesson with marked words", () => {
  test("shows the teacher and the student the words in the order of the Quran, in three queries", async () => {
    const { teacher, student, log, read, path } = await addSeat();
    expect((await log()).status).toBe(201);
    for (const person of [teacher, student]) {
      expect((await read(person)).lessons).toMatchObject([
        {
          mistakes: 2,
          markedWords: [
            { ...vowel, text: rabbi },
            { ...forgotten, text: "صِرَٰطَ" },
          ],
        },
      ]);
    }
    const queries = await countQueries(app.database, async () => {
      await app.call("GET", path, { token: student.token });
    });
    // The session adds one more statement.
    expect(queries).toBeLessThanOrEqual(4);
  });

  test("is stored once, however often and with whatever content it is sent again", async () => {
    const { log, read, teacher } = await addSeat();
    const body = lesson();
    const answers = await Promise.all(Array.from({ length: 8 }, () => log(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 7 }, () => 200),
      201,
    ]);
    const [{ _id }] = (await read()).lessons;
    const corrected = { ...body, markedWords: [vowel], mistakes: 1, note: "Better" };
    const put = { token: teacher.token, body: corrected };
    expect((await app.call("PUT", `/api/recitations/${_id}`, put)).status).toBe(200);
    const repeated = await log(body);
    expect([repeated.status, repeated.body.data]).toEqual([200, { _id }]);
    expect((await read()).lessons).toMatchObject([{ _id, mistakes: 1, note: "Better" }]);
  });

  test("of a student who has left is refused with the reason, unless it was already stored", async () => {
    const { log, student } = await addSeat();
    const stored = lesson();
    const { _id } = (await log(stored)).body.data;
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.studentId, student.profileId));
    expect(await log(stored)).toMatchObject({ status: 200, body: { data: { _id } } });
    const message = "This student is not enrolled in the course.";
    expect(await log()).toMatchObject({ status: 403, body: { message } });
    const other = await addTeacher(app.context);
    const foreign = "Only the student and the course's teacher can see these lessons.";
    for (const body of [stored, lesson()]) {
      expect(await log(body, other)).toMatchObject({ status: 403, body: { message: foreign } });
    }
  });

  test("can be recited several times a day, in addition to an entered lesson", async () => {
    const { log, read } = await addSeat();
    expect((await log(lesson())).status).toBe(201);
    expect((await log(lesson())).status).toBe(201);
    const { clientId: _c, markedWords: _m, ...entered } = lesson();
    expect((await log(entered)).status).toBe(201);
    expect((await log(entered)).status).toBe(200);
    expect((await log({ ...entered, mistakes: 5 })).status).toBe(409);
    expect((await read()).total).toBe(3);
  });

  test("has the same ID only within one student's log", async () => {
    const teacher = await addTeacher(app.context, { timeZone: "UTC" });
    const [one, other] = [await addSeat({ teacher }), await addSeat({ teacher })];
    const body = lesson();
    expect((await one.log(body)).status).toBe(201);
    expect((await other.log(body)).status).toBe(201);
  });

  test.each([
    ["a verse that doesn't exist", [{ ...vowel, verse: "1:8" }], "markedWords.0.verse"],
    ["a word that doesn't exist", [vowel, { ...vowel, word: 5 }], "markedWords.1.word"],
    ["word 0", [{ ...vowel, word: 0 }], "markedWords.0.word"],
    ["a word beyond all verses", [{ ...vowel, word: 201 }], "markedWords.0.word"],
    ["an unknown mistake", [{ ...vowel, mistake: "slow" }], "markedWords.0.mistake"],
    ["a word of another passage", [{ ...vowel, verse: "2:1", word: 1 }], "markedWords"],
    ["a word twice", [vowel, { ...vowel, mistake: "prompted" }], "markedWords"],
    [
      "more words than mistakes are permitted",
      Array.from({ length: 501 }, (_, at) => ({ ...vowel, verse: `1:${(at % 7) + 1}`, word: at })),
      "markedWords",
    ],
  ])("can't contain %s", async (_what, markedWords, field) => {
    const { log, read } = await addSeat();
    const { status, body } = await log({ ...lesson(), mistakes: 3, markedWords });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await read()).total).toBe(0);
  });

  test("has at least as many mistakes as marked words, and an ID", async () => {
    const { log } = await addSeat();
    const { body } = await log(lesson({ mistakes: 1 }));
    expect(body.errors).toEqual([
      {
        field: "mistakes",
        message: "2 words are marked as mistakes, so please enter at least 2",
      },
    ]);
    const nameless = await log(lesson({ clientId: undefined }));
    expect(nameless.body.errors).toMatchObject([{ field: "clientId" }]);
    expect((await log(lesson({ clientId: "short" }))).status).toBe(400);
    expect((await log(lesson({ mistakes: 4 }))).status).toBe(201);
  });

  test("can contain the last words of verses whose spaces don't separate words", async () => {
    const { log, read } = await addSeat();
    const markedWords: MarkedWord[] = [{ verse: "37:130", word: 3, mistake: "tajweed" }];
    const passage = { fromSurah: 37, fromVerse: 130, toSurah: 37, toVerse: 130 };
    expect((await log(lesson({ ...passage, markedWords }))).status).toBe(201);
    expect((await read()).lessons[0].markedWords).toMatchObject([{ text: "إِلۡ يَاسِينَ" }]);
    const beyond = markedWords.map((word) => ({ ...word, word: 4 }));
    expect((await log(lesson({ ...passage, markedWords: beyond }))).status).toBe(400);
  });
});

describe("correcting a lesson with marked words", () => {
  const open = async () => {
    const seat = await addSeat();
    const { _id } = (await seat.log()).body.data;
    const put = (change: Partial<NewRecitationInput>) => {
      const { clientId: _c, markedWords: _m, ...body } = lesson();
      return app.call("PUT", `/api/recitations/${_id}`, {
        token: seat.teacher.token,
        body: { ...body, ...change },
      });
    };
    return { ...seat, _id, put };
  };

  test("keeps the words of the passage and removes the others", async () => {
    const { put, read } = await open();
    expect((await put({ note: "Well read" })).status).toBe(200);
    expect((await read()).lessons[0].markedWords).toHaveLength(2);
    expect((await put({ toVerse: 6, mistakes: 1 })).status).toBe(200);
    expect((await read()).lessons[0].markedWords).toMatchObject([vowel]);
  });

  test("can't state fewer mistakes than there are marked words, unless words are removed", async () => {
    const { put, read } = await open();
    const { status, body } = await put({ mistakes: 1 });
    expect([status, body.errors[0].field]).toEqual([400, "mistakes"]);
    expect((await put({ mistakes: 1, markedWords: [vowel] })).status).toBe(200);
    expect((await put({ mistakes: 0, markedWords: [] })).status).toBe(200);
    expect((await read()).lessons[0]).not.toHaveProperty("markedWords");
    const missing = { ...vowel, word: 5 };
    expect((await put({ mistakes: 1, markedWords: [missing] })).status).toBe(400);
  });

  test("by deleting the lesson clears its weak words", async () => {
    const { _id, teacher, student, prepare } = await open();
    expect((await ownMarks(student)).weakWords).toHaveLength(2);
    await app.call("DELETE", `/api/recitations/${_id}`, { token: teacher.token });
    expect((await ownMarks(student)).weakWords).toEqual([]);
    expect((await prepare(teacher)).body.data.weakWords).toEqual([]);
  });
});

describe("weak words", () => {
  test("are shown to the teacher with the kind of lesson, and to the student, until they fade", async () => {
    const { log, teacher, student, prepare } = await addSeat();
    expect((await prepare(teacher)).body.data).toEqual({
      ...{ timeZone: "UTC", kind: "sabaq", weakWords: [] },
    });
    await log(lesson({ date: "2027-03-01" }));
    const weak = {
      ...{ markedAt: "2027-03-01T12:00:00.000Z", times: 1, remaining: 2, isFading: false },
    };
    const expected = [
      { ...vowel, text: rabbi, ...weak },
      { ...forgotten, text: "صِرَٰطَ", ...weak },
    ];
    expect((await prepare(teacher)).body.data).toEqual({
      ...{ timeZone: "UTC", kind: "sabqi", weakWords: expected },
    });
    expect((await ownMarks(student)).weakWords).toEqual(expected);
    await log(lesson({ date: "2027-03-02", kind: "sabqi", markedWords: [vowel] }));
    await log(lesson({ date: "2027-03-03", kind: "sabqi", markedWords: [] }));
    expect((await ownMarks(student)).weakWords).toMatchObject([{ ...vowel, times: 2 }]);
  });

  test("of a passage don't include those of other verses", async () => {
    const { log, teacher, prepare } = await addSeat();
    await log();
    const { weakWords } = (await prepare(teacher, "from=1:7&to=2:5")).body.data;
    expect(weakWords).toMatchObject([forgotten]);
    expect((await prepare(teacher, "from=1:7&to=1:2")).status).toBe(400);
  });

  test("are read for a passage of any length, because a class can share the whole Quran", async () => {
    const { teacher, log, prepare } = await addSeat();
    await log();
    const short = await prepare(teacher);
    const whole = await prepare(teacher, "from=1:1&to=114:6");
    expect(whole.status).toBe(200);
    expect(whole.body.data.weakWords).not.toEqual([]);
    expect(whole.body.data.weakWords).toEqual(short.body.data.weakWords);
  });

  test("of all courses are shown to the student, but only those of the course to its teacher", async () => {
    const student = await addStudent(app.context);
    const [here, elsewhere] = [await addSeat({ student }), await addSeat({ student })];
    await here.log(lesson({ markedWords: [vowel] }));
    await elsewhere.log(lesson({ markedWords: [forgotten] }));
    expect((await here.prepare(here.teacher)).body.data.weakWords).toMatchObject([vowel]);
    expect((await ownMarks(student)).weakWords).toHaveLength(2);
  });
});

describe("access to marks", () => {
  test("lets only the course's teacher mark and prepare a passage, while the student is enrolled", async () => {
    const { log, prepare, read, teacher, student, courseId, path } = await addSeat();
    const classmate = await addStudent(app.context);
    await addEnrollment(app.context, classmate, courseId);
    const others = [
      student,
      classmate,
      await addTeacher(app.context),
      await addStudent(app.context),
    ];
    for (const person of others) {
      expect((await log(lesson(), person)).status).toBe(403);
      expect((await prepare(person)).status).toBe(403);
    }
    expect((await app.call("POST", path, { body: lesson() })).status).toBe(401);
    expect((await prepare(undefined)).status).toBe(401);
    await log();
    expect((await ownMarks(classmate)).weakWords).toEqual([]);
    expect((await app.call("GET", path, { token: classmate.token })).status).toBe(403);
    expect((await read(student)).lessons).toHaveLength(1);
    await app.context.db
      .update(enrollments)
      .set({ status: "left", endedAt: now })
      .where(eq(enrollments.studentId, student.profileId));
    expect((await log(lesson())).status).toBe(403);
    expect((await prepare(teacher)).status).toBe(403);
    // The records of what a student has learned belong to the student.
    expect((await ownMarks(student)).weakWords).toHaveLength(2);
    const rows = await app.context.db
      .select()
      .from(recitations)
      .where(eq(recitations.courseId, courseId));
    expect(rows).toHaveLength(1);
  });
});
