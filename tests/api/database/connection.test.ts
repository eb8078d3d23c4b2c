import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { isDatabaseDown } from "#server/db/failures.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { findProcesses, makeFolder, startApp } from "../../support/database/embedded.ts";

const answer = (db: Db) => db.execute(sql`select 1 as one`).then(({ rows }) => rows);

describe("the connection pool", () => {
  it("recovers after the database stops and starts again", async () => {
    const dataDir = makeFolder();
    const first = startApp({ dataDir });
    const { url } = await first.ready;
    const log = { warn: vi.fn() };
    const pool = createPool(url, { log });
    onTestFinished(() => pool.end());
    const db = createDatabase(pool);
    expect(await answer(db)).toEqual([{ one: 1 }]);

    await first.stop();
    const failure = await answer(db).catch((error: unknown) => error);
    expect(isDatabaseDown(failure)).toBe(true);
    expect(log.warn).toHaveBeenCalled();

    await startApp({ dataDir }).ready;
    expect(await answer(db)).toEqual([{ one: 1 }]);
  });

  it("treats a query that a database crash cut off as an unavailable database", async () => {
    const app = startApp({ dataDir: makeFolder() });
    const { url, dataDir } = await app.ready;
    const pool = createPool(url, { log: { warn: vi.fn() } });
    onTestFinished(() => pool.end());
    const db = createDatabase(pool);
    const waiting = db.execute(sql`select pg_sleep(60)`).catch((error: unknown) => error);
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
    process.kill(findProcesses(dataDir).server ?? 0, "SIGKILL");
    expect(isDatabaseDown(await waiting)).toBe(true);
    await expect.poll(() => answer(db).catch(String), { timeout: 60_000 }).toEqual([{ one: 1 }]);
  });

  it.each([
    ["the database ends", (pid: number) => sql`select pg_terminate_backend(${pid})`],
    ["waits too long for its next statement", undefined],
  ])("loses only a transaction whose connection %s", async (_, end) => {
    const { url, ...database } = await createTestDatabase();
    onTestFinished(() => database.close());
    const log = { warn: vi.fn() };
    const pool = createPool(url, { log });
    onTestFinished(() => pool.end());
    const db = createDatabase(pool);
    const failure = await db
      .transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        if (end) await database.db.execute(end(rows[0]?.pid ?? 0));
        else await tx.execute(sql`set local idle_in_transaction_session_timeout = 1`);
        await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 60_000 });
        await answer(tx);
      })
      .catch((error: unknown) => error);
    expect(isDatabaseDown(failure)).toBe(true);
    expect(await answer(db)).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  });

  it("takes back the connection of a transaction that cannot begin", async () => {
    const database = await createTestDatabase({ max: 1 });
    onTestFinished(() => database.close());
    const failure = new Error("Query read timeout");
    const query = vi.spyOn(pg.Client.prototype, "query").mockRejectedValueOnce(failure as never);
    onTestFinished(() => query.mockRestore());
    const run = vi.fn();
    const rejected = await database.db.transaction(run).catch((error: unknown) => error);
    expect(isDatabaseDown(rejected)).toBe(true);
    expect(run).not.toHaveBeenCalled();
    expect(await database.db.transaction(answer)).toEqual([{ one: 1 }]);
  });

  it("limits how long locks, statements and idle transactions may take", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    const { rows } = await database.pool.query(
      "select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name",
    );
    expect(rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "15000" },
      { name: "lock_timeout", setting: "4000" },
      { name: "statement_timeout", setting: "10000" },
    ]);
    // Applies if a server doesn't answer at all.
    expect(database.pool.options.query_timeout).toBe(11_000);
  });

  it("gives use cases the same interface for the database and a transaction", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    expect(await answer(database.db)).toEqual([{ one: 1 }]);
    expect(await database.db.transaction(answer)).toEqual([{ one: 1 }]);
  });
});
