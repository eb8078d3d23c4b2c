/** The job queue runs what is due, and costs little while nothing is. */
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createJobQueue, defineJob, type JobDefinition } from "#server/jobs/jobs.ts";
import { createTestDatabase } from "../../support/database/database.ts";

const log = pino({ level: "silent" });

async function startQueue(definitions: readonly JobDefinition[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const jobs = await createJobQueue(database.url, log);
  onTestFinished(() => jobs.stop());
  await jobs.prepare(definitions);
  return { jobs, db: database.db };
}

/** Records the text of every statement until the end of the test. */
function recordStatements(): string[] {
  const statements: string[] = [];
  const run = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    const [statement] = input;
    statements.push(typeof statement === "string" ? statement : String(Object(statement).text));
    return Reflect.apply(run, this, input);
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}

test("kinds of jobs that are not due are fetched only once, when the work begins", async () => {
  const handled: object[] = [];
  const handle = async (data: object) => void handled.push(data);
  const names = Array.from({ length: 20 }, (_, index) => `kind-${index}`);
  const definitions = names.map((name) => defineJob({ name, retryLimit: 0, handle }));
  const { jobs, db } = await startQueue(definitions);
  const statements = recordStatements();
  const countFetches = (name: string) =>
    statements.filter((text) => text.includes("SKIP LOCKED") && text.includes(`'${name}'`)).length;
  await jobs.work();
  await expect.poll(() => names.filter((name) => countFetches(name) === 0)).toEqual([]);
  for (const number of [1, 2, 3]) {
    await jobs.send(db, "kind-0", { number });
    await expect.poll(() => handled).toContainEqual({ number });
  }
  expect(names.slice(1).filter((name) => countFetches(name) > 1)).toEqual([]);
});

test("kinds of jobs that exist in the database are not created again", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const statements = recordStatements();
  const prepare = async (names: readonly string[]): Promise<number> => {
    const jobs = await createJobQueue(database.url, log);
    const before = statements.length;
    const handle = async () => {};
    await jobs.prepare(names.map((name) => defineJob({ name, retryLimit: 0, handle })));
    await jobs.stop();
    return statements.slice(before).filter((text) => text.includes("create_queue")).length;
  };
  expect(await prepare(["first", "second"])).toBe(2);
  expect(await prepare(["first", "second", "third"])).toBe(1);
});

test("as many jobs of a kind run at once as its definition allows", async () => {
  const allStarted = Promise.withResolvers<void>();
  let started = 0;
  let finished = 0;
  const meet = defineJob({
    name: "meet",
    retryLimit: 0,
    concurrency: 4,
    handle: async () => {
      started += 1;
      if (started === 4) allStarted.resolve();
      await allStarted.promise;
      finished += 1;
    },
  });
  const { jobs, db } = await startQueue([meet]);
  await jobs.work();
  await jobs.sendMany(db, "meet", [{}, {}, {}, {}]);
  await expect.poll(() => finished).toBe(4);
});

test("a delayed job and a job that failed run once they are due", async () => {
  const runs: string[] = [];
  const delayed = defineJob({
    name: "delayed",
    retryLimit: 0,
    handle: async () => void runs.push("delayed"),
  });
  const failing = defineJob({
    name: "failing",
    retryLimit: 1,
    handle: async () => {
      runs.push("failing");
      if (runs.filter((run) => run === "failing").length === 1) throw new Error("Not yet");
    },
  });
  const { jobs, db } = await startQueue([delayed, failing]);
  await jobs.work();
  await jobs.send(db, "delayed", {}, { startAfter: new Date(Date.now() + 1_000) });
  await jobs.send(db, "failing", {});
  await expect.poll(() => runs.toSorted()).toEqual(["delayed", "failing", "failing"]);
});
