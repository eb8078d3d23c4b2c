import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { startPurges, type Tags } from "#server/gateway/page-cache/purges.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";
import { databaseUrl, quietLog } from "../../support/database/server-url.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

/** Starts a process of the deployment and waits until it receives purges from the others. */
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

test("a purge takes effect at once in its own process, and then once in every other process", async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const purging = here.purges.purge(["course:1", "courses"]);
  expect(here.purged).toEqual([["course:1", "courses"]]);
  await purging;
  await vi.waitFor(() => expect(there.purged).toEqual([["course:1", "courses"]]));
  await there.purges.purge(["x"]);
  await vi.waitFor(() => expect(here.purged).toEqual([["course:1", "courses"], ["x"]]));
});

test("more tags than fit into one notification purge everything", async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  await here.purges.purge(Array.from({ length: 1_000 }, (_, i) => `course:${i}`));
  await vi.waitFor(() => expect(there.purged).toEqual(["everything"]));
});

test("a process drops all cached pages after its connection breaks, and then receives purges again", async () => {
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

test("a purge that cannot be sent to other processes takes effect in its own process without an error", async () => {
  const pool = createPool(databaseUrl(database.url, "missing"), { log: quietLog });
  onTestFinished(() => pool.end());
  const purged: Tags[] = [];
  const purges = startPurges({
    databaseUrl: database.url,
    pool,
    log: pino({ level: "silent" }),
    purgeHere: (tags) => void purged.push(tags),
  });
  onTestFinished(() => purges.stop());
  await purges.listening;
  await purges.purge(["courses"]);
  expect(purged.at(-1)).toEqual(["courses"]);
});

test("a purge by a process that is stopping isn't an error", async () => {
  const own = await createTestDatabase();
  const lines: string[] = [];
  const purges = startPurges({
    databaseUrl: database.url,
    pool: own.pool,
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
    purgeHere: () => {},
  });
  await purges.listening;
  await purges.stop();
  await own.close();
  await purges.purge(["courses"]);
  expect(lines).toEqual([]);
});
