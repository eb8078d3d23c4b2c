/**
 * How much one account can do in bulk: quiz attempts, quiz changes, comments and event streams. The
 * limits are a tenth of the usual ones.
 */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { commentsPerDay, commentsPerTenMinutes } from "#lib/comments/comments.ts";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { admitPageForm } from "#server/http/page-form.ts";
import { streamsPerPerson } from "#server/messages/live/message-sse.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";

const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;
let teacher: Person;
let student: Person;
let courseId: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "0.1" } });
  teacher = await addTeacher(app.context);
  student = await addStudent(app.context);
  courseId = await addCourse(app.context, teacher);
  await addEnrollment(app.context, student, courseId);
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const jump = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.now() + ms) });

/** Repeats a call until the first refusal. @returns the number of calls that succeeded. */
async function countUntilRefused(
  person: Person,
  method: string,
  path: string,
  body: (number: number) => object,
): Promise<number> {
  const { token } = await renewToken(app.context, person);
  for (let number = 0; ; number += 1) {
    const { status } = await app.call(method, path, { token, body: body(number) });
    if (status >= 400) {
      expect(status).toBe(429);
      return number;
    }
  }
}

const quiz = {
  title: "Letters",
  passMark: 50,
  questions: [
    {
      kind: "single",
      text: "How many letters are there?",
      options: [
        { text: "Six", right: false },
        { text: "Fifteen", right: true },
      ],
    },
  ],
};

const addQuiz = async () => {
  const { token } = await renewToken(app.context, teacher);
  const added = await app.call("POST", `/api/quizzes/course/${courseId}`, { token, body: quiz });
  return added.body.data._id as string;
};

test("a student can submit 4 quiz attempts an hour and 12 a day", async () => {
  const quizId = await addQuiz();
  const { token } = await renewToken(app.context, student);
  const asked = await app.call("GET", `/api/quizzes/${quizId}`, { token });
  const { versionId, questions } = asked.body.data;
  const answers = { [questions[0].id]: [questions[0].options[0].id] };
  const counts: number[] = [];
  for (let hours = 0; hours < 4; hours += 1) {
    if (hours > 0) jump(hour + minute);
    const path = `/api/quizzes/${quizId}/attempts`;
    counts.push(await countUntilRefused(student, "POST", path, () => ({ versionId, answers })));
  }
  expect(counts).toEqual([4, 4, 4, 0]);
});

test("a teacher can add and change quizzes 20 times an hour", async () => {
  jump(2 * hour);
  const quizId = await addQuiz();
  const path = `/api/quizzes/${quizId}`;
  expect(await countUntilRefused(teacher, "PUT", path, () => quiz)).toBe(19);
  const { token } = await renewToken(app.context, teacher);
  const added = await app.call("POST", `/api/quizzes/course/${courseId}`, { token, body: quiz });
  expect(added.status).toBe(429);
});

test("a person can write a limited number of comments a day", async () => {
  const path = `/api/comments/course/${courseId}`;
  const body = (number: number) => ({ content: `Comment ${number}` });
  let written = 0;
  for (let times = 0; times < commentsPerDay / commentsPerTenMinutes; times += 1) {
    if (times > 0) jump(11 * minute);
    written += await countUntilRefused(student, "POST", path, body);
  }
  expect(written).toBe(commentsPerDay / 10);
  jump(11 * minute);
  expect(await countUntilRefused(student, "POST", path, body)).toBe(0);
});

test("a client address can post 600 forms on all pages together in 15 minutes", async () => {
  const { context } = app;
  for (let posted = 0; posted < 60; posted += 1) await admitPageForm(context, "198.51.100.9");
  const refused = { code: "rate_limited" };
  await expect(admitPageForm(context, "198.51.100.9")).rejects.toMatchObject(refused);
  await admitPageForm(context, "198.51.100.10");
  jump(16 * minute);
  await admitPageForm(context, "198.51.100.9");
});

describe("the event streams of one account", () => {
  /** Opens streams at the same moment, each with its own request. */
  async function openStreams({ context, app }: TestApp, { actor }: Person, number: number) {
    const { config, db } = context;
    const session = await startSession(config, db, actor.userId, undefined);
    const [cookie = ""] = writeSessionCookie(config, session.token, session.endsAt).split(";");
    const opened = await Promise.all(
      Array.from({ length: number }, () =>
        app.request("/api/messages/events", { headers: { cookie } }),
      ),
    );
    onTestFinished(async () => {
      for (const { body } of opened) if (body && !body.locked) await body.cancel();
    });
    return opened;
  }

  test("are limited when they are opened at once, and don't delay those of another person", async () => {
    const single = await createTestApp({ isSingle: true });
    onTestFinished(() => single.close());
    const person = await addStudent(single.context);
    const streams = await openStreams(single, person, 60);
    const accepted = streams.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(streamsPerPerson);
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(60 - streamsPerPerson);
    const [other] = await openStreams(single, await addStudent(single.context), 1);
    expect(other?.status).toBe(200);
    await accepted[0]?.body?.cancel();
    const { live } = single.context;
    await expect.poll(() => live.countStreams(person.profileId)).toBe(streamsPerPerson - 1);
    expect((await openStreams(single, person, 1))[0]?.status).toBe(200);
  });
});

describe("the event streams of one client address", () => {
  /** Opens one stream for each of several people, from forwarded addresses behind a proxy. */
  async function openForEach(context: TestApp, number: number, address: (index: number) => string) {
    const { config, db } = context.context;
    const opened: Response[] = [];
    for (let index = 0; index < number; index += 1) {
      const { actor } = await addStudent(context.context);
      const session = await startSession(config, db, actor.userId, undefined);
      const [cookie = ""] = writeSessionCookie(config, session.token, session.endsAt).split(";");
      const headers = { cookie, "x-forwarded-for": address(index) };
      opened.push(await context.app.request("/api/messages/events", { headers }));
    }
    const close = async () => {
      for (const { body } of opened) if (body && !body.locked) await body.cancel();
    };
    onTestFinished(close);
    return { statuses: opened.map(({ status }) => status), close };
  }

  const startBehindProxy = async (factor: string) => {
    const env = { TRUST_PROXY: "1", RATE_LIMIT_FACTOR: factor };
    const behind = await createTestApp({ env, isSingle: true });
    onTestFinished(() => behind.close());
    return behind;
  };

  test("are limited by the forwarded address, and don't use up those of another address", async () => {
    const behind = await startBehindProxy("0.003");
    const school = "203.0.113.7";
    const { statuses, close } = await openForEach(behind, 5, () => school);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await openForEach(behind, 1, () => "203.0.113.8")).statuses).toEqual([200]);
    const ports = await openForEach(behind, 1, () => `${school}:4711`);
    expect(ports.statuses).toEqual([429]);
    await close();
    await expect.poll(() => behind.context.live.countStreamsFrom(school)).toBe(0);
    expect((await openForEach(behind, 1, () => school)).statuses).toEqual([200]);
  });

  test("are limited for a whole /64 of IPv6 addresses", async () => {
    const behind = await startBehindProxy("0.002");
    const { statuses } = await openForEach(behind, 4, (index) => `2001:db8:1:2::${index + 1}`);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
