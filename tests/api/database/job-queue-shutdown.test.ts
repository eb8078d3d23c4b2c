/** A server that stops in an orderly way reports no errors of its job queue. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createJobQueue } from "#server/jobs/jobs.ts";
import { createLog } from "#server/monitoring/log.ts";
import { createTestDatabase } from "../../support/database.ts";

/** The message with which a client says goodbye. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

/**
 * Passes connections on to the database, except for goodbyes, as if the database stopped before it
 * had read them. @returns its URL, and the clients' ends of its connections.
 */
async function startProxy(url: string) {
  const { host, port, user, database } = new pg.Client(url);
  const clients: Socket[] = [];
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    clients.push(client);
    client.on("data", (chunk) => {
      if (!terminate.equals(chunk)) server.write(chunk);
    });
    server.pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const { port: own } = proxy.address() as AddressInfo;
  return { url: `postgres://${user}@127.0.0.1:${own}/${database}`, clients };
}

test("a database that stops right after the job queue isn't an error", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const proxy = await startProxy(database.url);
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
