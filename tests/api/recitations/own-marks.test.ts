/** In the reader, students see how well they know each verse. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RecitationInput } from "#lib/recitations/recitations.ts";
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

const lesson: RecitationInput = {
  kind: "sabaq",
  date: "2027-03-10",
  fromSurah: 2,
  fromVerse: 1,
  toSurah: 2,
  toVerse: 25,
  mistakes: 0,
};

async function addSeat(student: Person) {
  const teacher = await addTeacher(app.context, { timeZone: "UTC" });
  const courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
  const path = `/api/recitations/course/${courseId}/student/${student.profileId}`;
  return async (change: Partial<RecitationInput> = {}) => {
    const body = { ...lesson, ...change };
    expect((await app.call("POST", path, { token: teacher.token, body })).status).toBe(201);
  };
}

const read = (person: Person | undefined, from: string, to: string) =>
  app.call("GET", `/api/recitations/marks?from=${from}&to=${to}`, { token: person?.token });

const marksOf = async (person: Person, from: string, to: string) =>
  (await read(person, from, to)).body.data.marks;

test("a student's marks of a passage combine the lessons of all courses, in two queries", async () => {
  const student = await addStudent(app.context);
  const [log, logElsewhere] = [await addSeat(student), await addSeat(student)];
  await log({ date: "2027-01-10" });
  await logElsewhere({
    kind: "sabqi",
    fromVerse: 20,
    toVerse: 24,
    mistakes: 3,
    date: "2027-03-09",
  });
  const queries = await countQueries(app.database, async () => {
    expect(await marksOf(student, "2:18", "2:30")).toEqual([
      { from: "2:18", to: "2:19", state: "due", recitedAt: "2027-01-10T12:00:00.000Z" },
      { from: "2:20", to: "2:24", state: "weak", recitedAt: "2027-03-09T12:00:00.000Z" },
      { from: "2:25", to: "2:25", state: "due", recitedAt: "2027-01-10T12:00:00.000Z" },
    ]);
  });
  // One statement is for the session.
  expect(queries).toBe(2);
  expect(await marksOf(student, "3:1", "3:200")).toEqual([]);
});

test("a student cannot read another student's marks, and teachers and visitors are refused", async () => {
  const student = await addStudent(app.context);
  const log = await addSeat(student);
  await log();
  expect(await marksOf(await addStudent(app.context), "2:1", "2:25")).toEqual([]);
  expect((await read(await addTeacher(app.context), "2:1", "2:25")).status).toBe(403);
  expect((await read(undefined, "2:1", "2:25")).status).toBe(401);
});

test.each([
  ["whose last verse doesn't exist", "2:1", "2:287", "to"],
  ["whose first verse is malformed", "255", "2:286", "from"],
  ["that ends before it begins", "2:20", "2:19", "to"],
  ["that is longer than any surah or juz", "1:1", "114:6", "to"],
])(
  "marks of a passage %s are refused, and the error names the field",
  async (_, from, to, field) => {
    const student = await addStudent(app.context);
    const { status, body } = await read(student, from, to);
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  },
);
