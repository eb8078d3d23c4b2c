/** A teacher can log thousands of lessons, each with hundreds of marked words. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredMarkedWord } from "#lib/recitations/marked-words.rules.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addLiveClass } from "../../support/live-pages.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Seat {
  teacher: Person;
  student: Person;
  courseId: string;
}

async function addSeat(): Promise<Seat> {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  return { teacher, student, courseId };
}

const day = 24 * 60 * 60 * 1000;
const today = new Date().toISOString().slice(0, 10);

let lessons = 0;

/** Stores lessons of the marked verses, latest first, each a minute before the previous one. */
async function store(
  { student, courseId }: Omit<Seat, "teacher">,
  marked: readonly (readonly StoredMarkedWord[])[],
  from = new Date(Date.now() - day),
): Promise<void> {
  const rows = marked.map((markedWords, index) => ({
    courseId,
    studentId: student.profileId,
    kind: "sabqi" as const,
    firstVerse: Math.min(...markedWords.map(({ verse }) => verse)),
    lastVerse: Math.max(...markedWords.map(({ verse }) => verse)),
    mistakes: markedWords.length,
    markedWords: [...markedWords],
    clientId: `flooded-${++lessons}`,
    date: today,
    heardAt: new Date(from.getTime() - index * 60_000),
  }));
  await app.context.db.insert(recitations).values(rows);
}

const mark = (verse: number, word: number): StoredMarkedWord => ({
  verse,
  word,
  mistake: "vowel",
});

/** 500 marks at two words. */
const full = Array.from({ length: 500 }, (_, index) => mark(1, (index % 2) + 1));

async function readWeakWords({ teacher, student, courseId }: Seat, to = "1:7") {
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  const query = `from=1:1&to=${to}`;
  const prepared = await app.call("GET", `${path}/passage?${query}`, { token: teacher.token });
  const own = await app.call("GET", `/api/recitations/marks?${query}`, { token: student.token });
  expect(own.body.data.weakWords).toEqual(prepared.body.data.weakWords);
  return prepared.body.data.weakWords.map(
    ({ verse, word }: { verse: string; word: number }) => `${verse}:${word}`,
  );
}

test("only the latest 500 lessons of a passage decide which of its words are weak", async () => {
  const seat = await addSeat();
  const others = Array.from({ length: 499 }, () => [mark(7, 1)]);
  await store(seat, [...others, [mark(1, 3)]]);
  expect(await readWeakWords(seat)).toEqual(["1:1:3", "1:7:1"]);
  await store(seat, [[mark(7, 1)]], new Date());
  expect(await readWeakWords(seat)).toEqual(["1:7:1"]);
  expect(await readWeakWords(seat, "1:6")).toEqual(["1:1:3"]);
});

test("only the latest lessons with 5,000 marks decide which words are weak", async () => {
  const seat = await addSeat();
  await store(seat, [...Array.from({ length: 9 }, () => full), [mark(7, 1)]]);
  expect(await readWeakWords(seat)).toEqual(["1:1:1", "1:1:2", "1:7:1"]);
  await store(seat, [full], new Date());
  expect(await readWeakWords(seat)).toEqual(["1:1:1", "1:1:2"]);
});

test("lessons whose marks no longer count still show what is memorized", async () => {
  const seat = await addSeat();
  await store(seat, [...Array.from({ length: 11 }, () => full)]);
  await app.context.db.insert(recitations).values({
    courseId: seat.courseId,
    studentId: seat.student.profileId,
    kind: "sabaq",
    firstVerse: 1,
    lastVerse: 3,
    mistakes: 0,
    date: today,
    heardAt: new Date(Date.now() - 30 * day),
  });
  const { body } = await app.call("GET", "/api/recitations/marks?from=1:1&to=1:7", {
    token: seat.student.token,
  });
  expect(body.data.marks).toMatchObject([
    { from: "1:1", to: "1:1", state: "weak" },
    { from: "1:2", to: "1:3", state: "due" },
  ]);
});

async function addRecap() {
  const { courseId, classId } = await addLiveClass(app.context);
  const student = await addStudent(app.context);
  await addEnrollment(app.context, student, courseId);
  const readLessons = async () => {
    const { body } = await app.call("GET", `/api/classes/${classId}/page/recap`, {
      token: student.token,
    });
    return body.data.lessons;
  };
  return { courseId, student, readLessons };
}

test("the recap of a class lists lessons with at most 2,000 marked words in total", async () => {
  const { courseId, student, readLessons } = await addRecap();
  await store(
    { student, courseId },
    Array.from({ length: 5 }, () => full),
    new Date(),
  );
  expect(await readLessons()).toHaveLength(4);
});

test("the recap of a class lists at most 40 lessons", async () => {
  const { courseId, student, readLessons } = await addRecap();
  const marked = Array.from({ length: 9 }, () => [mark(1, 1)]);
  await store({ student, courseId }, marked, new Date());
  expect(await readLessons()).toHaveLength(9);
  for (let more = 0; more < 5; more += 1) await store({ student, courseId }, marked, new Date());
  expect(await readLessons()).toHaveLength(40);
});
