/** A server that stops in an orderly way reports no errors of its job queue. */
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createJobQueue } from "#server/jobs/jobs.ts";
import { createLog } from "#server/monitoring/log.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { startDatabaseProxy } from "../../support/database/database-proxy.ts";

/** A job queue that reaches its database through a proxy, which keeps connections open. */
async function startQueue() {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const proxy = await startDatabaseProxy(database.url);
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const jobs = await createJobQueue(proxy.url, log);
  const stopDatabase = async () => {
    const closed = proxy.clients.map((client) => client.closed || once(client, "close"));
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'halaqa-jobs'`,
    );
    await Promise.all(closed);
  };
  return { proxy, lines, jobs, stopDatabase };
}

test("a database that stops right after the job queue causes no error", async () => {
  const { proxy, lines, jobs, stopDatabase } = await startQueue();
  await jobs.work();
  await jobs.stop();
  expect(proxy.clients.length).toBeGreaterThan(0);
  await stopDatabase();
  expect(lines).toEqual([]);
});

test("a job queue that stops while it looks for due jobs doesn't wait for the database to close", async () => {
  const { proxy, lines, jobs, stopDatabase } = await startQueue();
  const statement = proxy.withhold("as kind");
  await jobs.work();
  const answer = await statement;
  const stopped = jobs.stop();
  answer();
  await stopped;
  await stopDatabase();
  expect(lines).toEqual([]);
});
