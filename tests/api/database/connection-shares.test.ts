/** No client can occupy all connections: how one busy account or address affects others. */
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { trialsOptions } from "#lib/trials/trials.queries.ts";
import { listCourses } from "#server/courses/courses.ts";
import { type Caller, runForAddress } from "#server/db/caller.ts";
import { ConnectionGate, createShares } from "#server/db/connection-gate.ts";
import { isDatabaseDown, isRetryableRead } from "#server/db/failures.ts";
import { toAppError } from "#server/http/on-error.ts";
import { renderForUser } from "#server/page-scope/page-scope.ts";
import { type Answer, createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { countWaiting, hold } from "../../support/database/locks.ts";
import { addTeacher, type Person } from "../../support/people.ts";

async function openApp(lockTimeoutMs: number): Promise<TestApp> {
  const database = await createTestDatabase({ lockTimeoutMs });
  const app = await createTestApp({ database, env: { TRUST_PROXY: "1" } });
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  return app;
}

const teacherLock = ({ profileId }: Person) =>
  `select pg_advisory_xact_lock(hashtextextended('${profileId}', 0))`;

const countByStatus = (answers: Answer[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  );

async function addTaught(app: TestApp) {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher, { status: "draft" });
  const change = () =>
    app.call("PUT", `/api/courses/${courseId}`, { token: teacher.token, body: { title: "New" } });
  return { teacher, courseId, change };
}

it("thirty slow requests from one account use only two connections, and all get a response", async () => {
  const app = await openApp(60_000);
  const { teacher, change } = await addTaught(app);
  const other = await addTaught(app);
  const free = await hold(app, teacherLock(teacher));
  const answers = Promise.all(Array.from({ length: 30 }, change));
  await expect.poll(() => countWaiting(app)).toBe(2);
  expect((await other.change()).status).toBe(200);
  expect((await app.call("GET", "/api/courses")).status).toBe(200);
  expect(await countWaiting(app)).toBe(2);
  await free();
  expect(countByStatus(await answers)).toEqual({ 200: 30 });
});

it("an account with too many simultaneous requests has to wait, and other accounts do not", async () => {
  const app = await openApp(60_000);
  const { teacher, change } = await addTaught(app);
  const other = await addTaught(app);
  const free = await hold(app, teacherLock(teacher));
  const answers: Answer[] = [];
  const all = Promise.all(Array.from({ length: 120 }, async () => answers.push(await change())));
  // Two requests run and sixty wait. A few more are admitted if others started before they arrived.
  await expect.poll(() => answers.length).toBeGreaterThan(40);
  expect(Object.keys(countByStatus(answers))).toEqual(["429"]);
  expect(Number(answers[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await other.change()).status).toBe(200);
  await free();
  await all;
  const { 200: changed = 0, 429: rejected = 0 } = countByStatus(answers);
  expect(changed + rejected).toBe(120);
  expect(changed).toBeGreaterThanOrEqual(62);
});

it("a dashboard whose tabs all load at once gets every response", async () => {
  const app = await openApp(60_000);
  const { teacher } = await addTaught(app);
  const paths = [
    `/api/courses/teacher/${teacher.profileId}`,
    "/api/enrollment/teacher/students",
    "/api/messages/unread",
  ];
  const asked = Array.from({ length: 20 }, () => paths).flat();
  const answers = await Promise.all(
    asked.map((path) => app.call("GET", path, { token: teacher.token })),
  );
  expect(answers.filter(({ status }) => status === 429 || status >= 500)).toEqual([]);
});

it("slow pages for one account use only two connections, from however many addresses", async () => {
  const app = await openApp(60_000);
  const { teacher } = await addTaught(app);
  const { token } = await addTeacher(app.context);
  const render = async (address: string) => {
    const user = {
      actor: { ...teacher.actor, photo: null, isRefreshDue: false },
      request: new Request("http://localhost/dashboard"),
      address,
    };
    const response = await runForAddress(address, () =>
      renderForUser(app.context, user, async (page) => {
        await page.preload(trialsOptions());
        return Response.json(page.scope.data.failures);
      }),
    );
    return response.json();
  };
  const free = await hold(app, "lock table trial_lessons in access exclusive mode");
  const pages = Promise.all(Array.from({ length: 12 }, (_, index) => render(`203.0.113.${index}`)));
  await expect.poll(() => countWaiting(app)).toBe(2);
  expect((await app.call("GET", "/api/messages/unread", { token })).status).toBe(200);
  expect(await countWaiting(app)).toBe(2);
  await free();
  expect((await pages).flat()).toEqual([]);
});

it("slow requests from one network address leave connections for other addresses", async () => {
  const app = await openApp(60_000);
  const other = await addTaught(app);
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const free = await hold(app, "lock table reviews in access exclusive mode");
  const answers = Promise.all(
    Array.from({ length: 30 }, () =>
      app.call("GET", "/api/reviews/resource/halaqa/stats", {
        headers: { "app-id": "halaqa", ...from("203.0.113.7").headers },
      }),
    ),
  );
  await expect.poll(() => countWaiting(app)).toBe(4);
  expect((await app.call("GET", "/api/teachers", from("198.51.100.4"))).status).toBe(200);
  expect((await other.change()).status).toBe(200);
  expect(await countWaiting(app)).toBe(4);
  await free();
  expect(countByStatus(await answers)).toEqual({ 200: 30 });
});

it("a request for a row that stays locked is a conflict that can be retried, and changes nothing", async () => {
  const app = await openApp(50);
  const { teacher, courseId, change } = await addTaught(app);
  for (const lock of [
    teacherLock(teacher),
    `select from courses where id = '${courseId}' for update`,
    "lock table courses in share mode",
  ]) {
    const free = await hold(app, lock);
    const refused = await change();
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, message: "Someone else is changing this. Please try again." },
    });
    expect(refused.headers.get("retry-after")).toBe("2");
    await free();
  }
  expect((await change()).status).toBe(200);
});

it("a page that reads locked rows is temporarily unavailable, and none of our own errors is logged", async () => {
  const app = await openApp(50);
  const read = () =>
    listCourses(app.context, undefined, {}).then(
      () => undefined,
      (error: Error) => error,
    );
  await addCourse(app.context, await addTeacher(app.context));
  for (const table of ["course_listings", "courses", "profiles"]) {
    const free = await hold(app, `lock table ${table} in access exclusive mode`);
    expect(isRetryableRead(await read()), table).toBe(true);
    await free();
  }
  expect(await read()).toBeUndefined();
  const fault = await app.context.db.execute(sql`select * from nowhere`).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(isRetryableRead(fault)).toBe(false);
});

it("a query outside an open transaction does not wait for the transaction to end", async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const one = sql`select 1 as one`;
  const asked = await runForAddress("203.0.113.7", () =>
    Promise.all(
      Array.from({ length: 4 }, () =>
        db.transaction(async (tx) => {
          await tx.execute(one);
          return (await db.execute(one)).rows;
        }),
      ),
    ),
  );
  expect(asked).toEqual(Array.from({ length: 4 }, () => [{ one: 1 }]));
});

const callerOf = (): Caller => ({
  kind: "account",
  id: "usr_1",
  request: { hasStarted: false },
  transactions: 0,
});

/** The error of a request that waits for eight seconds, during which an action runs. */
async function findRefusal(
  seconds: number,
  act: (leave: (error?: Error) => void) => void,
): Promise<Error> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const gate = new ConnectionGate(createShares(1));
  const [leave = () => {}] = await Promise.all([gate.enter(callerOf()), gate.enter(callerOf())]);
  const earlier = gate.enter(callerOf());
  const waiting = gate.enter(callerOf());
  waiting.catch(() => {});
  vi.advanceTimersByTime(seconds * 1_000);
  act(leave);
  vi.advanceTimersByTime((8 - seconds) * 1_000);
  const refusal = await waiting.then(
    () => undefined,
    (error: Error) => error,
  );
  await earlier.catch(() => {});
  return new Error("Failed query", { cause: refusal });
}

it("a request that waits too long for a connection is rejected as unavailable", async () => {
  const refusal = await findRefusal(6, () => {});
  expect(toAppError(refusal)).toMatchObject({ status: 503, retryAfter: 2 });
  expect(isDatabaseDown(refusal)).toBe(true);
});

it("a request is rejected as unavailable if the account's last request ended long ago", async () => {
  const refusal = await findRefusal(1, (leave) => leave());
  expect(toAppError(refusal)).toMatchObject({ status: 503, retryAfter: 2 });
});

it("a failed connection of the account does not count as one that ended in the meantime", async () => {
  const refusal = await findRefusal(6, (leave) => leave(new Error("Connection terminated")));
  expect(toAppError(refusal)).toMatchObject({ status: 503, retryAfter: 2 });
});

it("a request that waits too long behind the account's other requests gets the status 429", async () => {
  const refusal = await findRefusal(6, (leave) => leave());
  expect(toAppError(refusal)).toMatchObject({
    status: 429,
    retryAfter: 2,
    message: expect.stringContaining("Too many requests at once"),
  });
  expect(isDatabaseDown(refusal)).toBe(false);
});
