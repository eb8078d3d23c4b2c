/** A server that stops in an orderly way reports no errors of its job queue. */
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createJobQueue } from "#server/jobs/jobs.ts";
import { createLog } from "#server/monitoring/log.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { startDatabaseProxy } from "../../support/database/database-proxy.ts";

test("a database that stops right after the job queue causes no error", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const proxy = await startDatabaseProxy(database.url);
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const jobs = await createJobQueue(proxy.url, log);
  await jobs.work();
  await jobs.stop();
  expect(proxy.clients.length).toBeGreaterThan(0);
  const closed = proxy.clients.map((client) => client.closed || once(client, "close"));
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'halaqa-jobs'`,
  );
  await Promise.all(closed);
  expect(lines).toEqual([]);
});
