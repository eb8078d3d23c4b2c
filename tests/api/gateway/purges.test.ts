import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startPurges, type Tags } from "#server/gateway/page-cache/purges.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** A process of the deployment, once it hears the others. */
async function startProcess() {
  const purged: Tags[] = [];
  const purges = startPurges({
    databaseUrl: database.url,
    pool: database.pool,
    log: pino({ level: "silent" }),
    purgeHere: (tags) => void purged.push(tags),
    pauseMs: 20,
  });
  onTestFinished(() => purges.stop());
  await purges.listening;
  purged.length = 0;
  return { purges, purged };
}

test("A purge is done here at once, once, and then everywhere else", async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const told = here.purges.purge(["course:1", "courses"]);
  expect(here.purged).toEqual([["course:1", "courses"]]);
  await told;
  await vi.waitFor(() => expect(there.purged).toEqual([["course:1", "courses"]]));
  await there.purges.purge(["x"]);
  await vi.waitFor(() => expect(here.purged).toEqual([["course:1", "courses"], ["x"]]));
});

test("More tags than a notification holds purge everything", async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  await here.purges.purge(Array.from({ length: 1_000 }, (_, i) => `course:${i}`));
  await vi.waitFor(() => expect(there.purged).toEqual(["everything"]));
});

test("After its connection broke, a process drops everything and hears the others again", async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'halaqa_page_purges'",
  );
  await vi.waitFor(() => {
    expect(there.purged).toEqual(["everything"]);
    expect(here.purged).toEqual(["everything"]);
  });
  await here.purges.purge(["courses"]);
  await vi.waitFor(() => expect(there.purged).toEqual(["everything", ["courses"]]));
});

test("A purge that can't be told to others is still done here and breaks nothing", async () => {
  const other = await createTestDatabase();
  const purged: Tags[] = [];
  const purges = startPurges({
    databaseUrl: database.url,
    pool: other.pool,
    log: pino({ level: "silent" }),
    purgeHere: (tags) => void purged.push(tags),
  });
  onTestFinished(() => purges.stop());
  await purges.listening;
  await other.close();
  await purges.purge(["courses"]);
  expect(purged.at(-1)).toEqual(["courses"]);
});
