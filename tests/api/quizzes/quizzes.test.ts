import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { QuizInput } from "#lib/quizzes/quizzes.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const quiz: QuizInput = {
  title: "أحكام النون الساكنة",
  passMark: 60,
  questions: [
    {
      kind: "single",
      text: "How many letters does ikhfa have?",
      explanation: "Count the letters of the well-known line of verse.",
      options: [
        { text: "Six", right: false },
        { text: "Fifteen", right: true },
      ],
    },
    {
      kind: "multiple",
      text: "Which are letters of the throat?",
      options: [
        { text: "ء", right: true },
        { text: "ه", right: true },
        { text: "ب", right: false },
      ],
    },
  ],
};

async function addTaken() {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const student = await addStudent(app.context);
  await addEnrollment(app.context, student, courseId);
  const added = await app.call("POST", `/api/quizzes/course/${courseId}`, {
    token: teacher.token,
    body: quiz,
  });
  return { teacher, courseId, student, quizId: added.body.data._id as string, added };
}

const ask = async (student: Person, quizId: string) =>
  app.call("GET", `/api/quizzes/${quizId}`, { token: student.token });

interface Asked {
  versionId: string;
  questions: { id: string; options: { id: string; text: string }[] }[];
}

/** Answers the questions with the options that have these texts. */
async function answer(student: Person, quizId: string, texts: string[][], asked?: Asked) {
  const { versionId, questions }: Asked = asked ?? (await ask(student, quizId)).body.data;
  const answers = Object.fromEntries(
    questions.map(({ id, options }, index) => [
      id,
      options.filter(({ text }) => texts[index]?.includes(text)).map((option) => option.id),
    ]),
  );
  return app.call("POST", `/api/quizzes/${quizId}/attempts`, {
    token: student.token,
    body: { versionId, answers },
  });
}

const wrong = [["Six"], ["ء", "ه"]];
const half = [["Fifteen"], ["ء"]];
const right = [["Fifteen"], ["ه", "ء"]];

const progressOf = async (student: Person, courseId: string) =>
  (await app.call("GET", `/api/learning/courses/${courseId}/progress`, { token: student.token }))
    .body.data;

describe("a quiz", () => {
  test("never reveals the correct answers before an attempt", async () => {
    const { student, quizId } = await addTaken();
    const { body } = await ask(student, quizId);
    expect(body.data).toMatchObject({ title: "أحكام النون الساكنة", passMark: 60 });
    expect(JSON.stringify(body)).not.toMatch(/right|explanation|solution/);
  });

  test("is marked question by question, and reveals the solution once it is passed", async () => {
    const { student, quizId } = await addTaken();
    const failed = await answer(student, quizId, half);
    expect(failed.status).toBe(201);
    expect(failed.body.data).toMatchObject({ score: 50, rightCount: 1, passed: false });
    const [first, second] = failed.body.data.questions;
    expect(first).toMatchObject({ right: true, explanation: expect.any(String) });
    expect(second).toMatchObject({ right: false });
    expect(second.solution).toBeUndefined();
    const passed = await answer(student, quizId, right);
    expect(passed.body.data).toMatchObject({ score: 100, passed: true });
    expect(passed.body.data.questions[1].solution).toHaveLength(2);
    const again = await app.call("GET", `/api/quizzes/attempts/${passed.body.data._id}`, {
      token: student.token,
    });
    expect(again.body.data).toEqual(passed.body.data);
  });

  test("can be repeated: every attempt is stored and the best one counts", async () => {
    const { student, courseId, quizId } = await addTaken();
    await answer(student, quizId, right);
    const { body } = await answer(student, quizId, wrong);
    expect(await progressOf(student, courseId)).toMatchObject({
      quizzes: [{ attempts: 2, best: 100, passed: true, lastAttemptId: body.data._id }],
    });
    const profile = await app.call("GET", `/api/users/authUser/${student.userId}`, {
      token: student.token,
    });
    expect(profile.body.data.quizzesPassed).toBe(1);
  });

  test("requires an answer to every question, from the question's own options", async () => {
    const { student, quizId } = await addTaken();
    expect((await answer(student, quizId, [["Fifteen"], ["nothing"]])).status).toBe(400);
    const { versionId, questions } = (await ask(student, quizId)).body.data;
    const strange = await app.call("POST", `/api/quizzes/${quizId}/attempts`, {
      token: student.token,
      body: { versionId, answers: { [questions[0].id]: ["opt_foreign"], toString: ["x"] } },
    });
    expect(strange.status).toBe(400);
  });

  test("rejects attempts at an older version and leaves earlier attempts unchanged", async () => {
    const { teacher, student, courseId, quizId } = await addTaken();
    const seen: Asked = (await ask(student, quizId)).body.data;
    const first = await answer(student, quizId, right);
    const own = await app.call("GET", `/api/quizzes/course/${courseId}`, { token: teacher.token });
    const [{ questions }] = own.body.data;
    const changed = await app.call("PUT", `/api/quizzes/${quizId}`, {
      token: teacher.token,
      body: { ...quiz, passMark: 100, questions: [{ ...questions[0], text: "Of ikhfa?" }] },
    });
    expect(changed.status).toBe(200);
    const late = await answer(student, quizId, right, seen);
    expect([late.status, late.body.message]).toEqual([
      409,
      "The teacher has just changed this quiz. Please start again.",
    ]);
    const now = (await ask(student, quizId)).body.data;
    expect(now.questions).toMatchObject([{ id: questions[0].id, text: "Of ikhfa?" }]);
    const kept = await app.call("GET", `/api/quizzes/attempts/${first.body.data._id}`, {
      token: student.token,
    });
    expect(kept.body.data).toMatchObject({ passMark: 60, questionCount: 2, passed: true });
    expect((await progressOf(student, courseId)).quizzes).toMatchObject([{ passed: true }]);
  });

  test("that was deleted can no longer be taken, but passing it still counts", async () => {
    const { teacher, student, courseId, quizId } = await addTaken();
    await answer(student, quizId, right);
    const removed = await app.call("DELETE", `/api/quizzes/${quizId}`, { token: teacher.token });
    expect(removed.status).toBe(200);
    expect((await ask(student, quizId)).status).toBe(404);
    expect((await progressOf(student, courseId)).quizzes).toEqual([]);
    const profile = await app.call("GET", `/api/students/${student.profileId}`, {
      token: student.token,
    });
    expect(profile.body.data.quizzesPassed).toBe(1);
  });

  test("that was deleted can be restored by its teacher, with its attempts", async () => {
    const { teacher, student, courseId, quizId } = await addTaken();
    await answer(student, quizId, right);
    const restore = ({ token }: Person) =>
      app.call("POST", `/api/quizzes/${quizId}/restore`, { token });
    await app.call("DELETE", `/api/quizzes/${quizId}`, { token: teacher.token });
    const stranger = await addTeacher(app.context);
    expect([(await restore(stranger)).status, (await restore(student)).status]).toEqual([404, 403]);
    expect((await restore(teacher)).status).toBe(200);
    expect((await restore(teacher)).status).toBe(200);
    expect((await ask(student, quizId)).status).toBe(200);
    expect((await progressOf(student, courseId)).quizzes).toMatchObject([{ passed: true }]);
  });

  test("that nobody has taken is kept until the next one is deleted", async () => {
    const { teacher, student, courseId, quizId } = await addTaken();
    const { token } = teacher;
    const added = await app.call("POST", `/api/quizzes/course/${courseId}`, { token, body: quiz });
    const other = added.body.data._id;
    await app.call("DELETE", `/api/quizzes/${quizId}`, { token });
    await app.call("DELETE", `/api/quizzes/${other}`, { token });
    const restore = (id: string) => app.call("POST", `/api/quizzes/${id}/restore`, { token });
    expect([(await restore(quizId)).status, (await restore(other)).status]).toEqual([404, 200]);
    expect((await ask(student, other)).status).toBe(200);
  });

  test("shows only to its teacher who took it and what was answered", async () => {
    const { teacher, student, courseId, quizId } = await addTaken();
    const other = await addStudent(app.context, { name: "Zaynab Noor" });
    await addEnrollment(app.context, other, courseId);
    await answer(student, quizId, right);
    const last = await answer(student, quizId, half);
    await answer(other, quizId, wrong);
    const results = ({ token }: Person) =>
      app.call("GET", `/api/quizzes/${quizId}/results`, { token });
    const { body } = await results(teacher);
    expect(body.data).toMatchObject([
      { student: { _id: student.profileId }, attempts: 2, best: 100, passed: true },
      { student: { name: "Zaynab Noor" }, attempts: 1, best: 50, passed: false },
    ]);
    expect(body.data[0].lastAttemptId).toBe(last.body.data._id);
    const attempt = ({ token }: Person) =>
      app.call("GET", `/api/quizzes/attempts/${last.body.data._id}`, { token });
    const seen = (await attempt(teacher)).body.data;
    expect(seen).toMatchObject({ score: 50, passed: false });
    expect(seen.questions[1].solution).toHaveLength(2);
    expect((await attempt(student)).body.data.questions[1].solution).toBeUndefined();
    const stranger = await addTeacher(app.context);
    expect((await results(stranger)).status).toBe(404);
    expect((await attempt(stranger)).status).toBe(404);
    expect((await attempt(other)).status).toBe(404);
    expect((await results(student)).status).toBe(403);
  });

  test("can be taken only by students of its course, and edited only by its teacher", async () => {
    const { courseId, student, quizId } = await addTaken();
    const stranger = await addStudent(app.context);
    const colleague = await addTeacher(app.context);
    for (const [person, status] of [
      [stranger, 404],
      [colleague, 403],
    ] as const) {
      expect((await ask(person, quizId)).status).toBe(status);
    }
    expect((await ask(stranger, "quz_missing")).status).toBe(404);
    const write = (person: Person, method: string, path: string) =>
      app.call(method, path, { token: person.token, body: quiz });
    expect((await write(student, "PUT", `/api/quizzes/${quizId}`)).status).toBe(403);
    expect((await write(colleague, "PUT", `/api/quizzes/${quizId}`)).status).toBe(404);
    expect((await write(colleague, "DELETE", `/api/quizzes/${quizId}`)).status).toBe(404);
    expect((await write(colleague, "POST", `/api/quizzes/course/${courseId}`)).status).toBe(403);
    const list = ({ token }: Person, id: string) =>
      app.call("GET", `/api/quizzes/course/${id}`, { token });
    expect((await list(colleague, courseId)).status).toBe(404);
    for (const person of [colleague, student, stranger]) {
      const [foreign, missing] = [await list(person, courseId), await list(person, "crs_missing")];
      expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    }
    const attempt = await answer(student, quizId, right);
    const read = await app.call("GET", `/api/quizzes/attempts/${attempt.body.data._id}`, {
      token: stranger.token,
    });
    expect(read.status).toBe(404);
  });

  test.each([
    [
      "no right answer",
      { kind: "single", right: [false, false] },
      "Please mark the correct answer",
    ],
    [
      "two right answers to a single choice",
      { kind: "single", right: [true, true] },
      "Please mark the correct answer",
    ],
  ])("with %s is rejected", async (_name, { kind, right: marks }, message) => {
    const { teacher, courseId } = await addTaken();
    const options = marks.map((mark, index) => ({ text: `Answer ${index}`, right: mark }));
    const answered = await app.call("POST", `/api/quizzes/course/${courseId}`, {
      token: teacher.token,
      body: { ...quiz, questions: [{ kind, text: "Which?", options }] },
    });
    expect(answered.status).toBe(400);
    expect(answered.body.errors).toEqual([{ field: "questions.0.options", message }]);
  });
});
