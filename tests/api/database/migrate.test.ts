import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";
import { startDatabaseProxy } from "../../support/database/database-proxy.ts";
import { quietLog, runOnServer } from "../../support/database/server-url.ts";

const migrateProcess = fileURLToPath(
  new URL("../../support/database/migrate-process.ts", import.meta.url),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ state: "empty" });
});
afterAll(() => database.close());

/** A database owned by a role without privileges, with pools for that role and another one. */
async function createOwnedDatabase() {
  const created = await createTestDatabase({ state: "empty" });
  const name = new URL(created.url).pathname.slice(1);
  const connectAs = async (role: string) => {
    await created.pool.query(`create role ${role} login password 'x'`);
    const url = new URL(created.url);
    [url.username, url.password] = [role, "x"];
    return createPool(url.href, { log: quietLog });
  };
  const as = {
    owner: await connectAs(`${name}_owner`),
    stranger: await connectAs(`${name}_stranger`),
  };
  await created.pool.query(`alter database ${name} owner to ${name}_owner`);
  onTestFinished(async () => {
    await Promise.all([as.owner.end(), as.stranger.end()]);
    await created.close();
    const serverUrl = inject("serverUrl");
    await runOnServer(serverUrl, `drop role ${name}_owner`);
    await runOnServer(serverUrl, `drop role ${name}_stranger`);
  });
  return { pool: created.pool, as };
}

describe("the migration", () => {
  it("runs once when four processes start at the same time", async () => {
    const run = promisify(execFile);
    const processes = [1, 2, 3, 4].map(() => run("node", [migrateProcess, database.url]));
    await Promise.all(processes);
    const done = await database.pool.query(
      "select count(*)::int as rows, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
    );
    expect(done.rows[0].rows).toBeGreaterThan(0);
    expect(done.rows[0].rows).toBe(done.rows[0].migrations);
  });

  it("needs no more rights than ownership of the database", async () => {
    const { pool, as } = await createOwnedDatabase();
    await expect(migrate(as.stranger)).rejects.toThrow(
      "The role needs to own the database ('ALTER DATABASE … OWNER TO …').",
    );
    await migrate(as.owner);
    const found = await pool.query("select from pg_extension where extname = 'btree_gist'");
    expect(found.rowCount).toBe(1);
  });

  it("creates the extensions that constraints and search need", async () => {
    await migrate(database.pool);
    const found = await database.pool.query("select extname from pg_extension order by 1");
    const names = found.rows.map(({ extname }) => extname);
    expect(names).toEqual(expect.arrayContaining(["btree_gist", "pg_trgm", "unaccent"]));
  });

  it("survives a database that stops before the migration's connection is closed", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const pool = createPool(proxy.url, { log: quietLog, name: "migrating" });
    onTestFinished(() => pool.end());
    const migrated = migrate(pool);
    await proxy.terminated;
    // An error event that nothing handles would fail this test's run.
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'migrating'`,
    );
    await migrated;
  });
});
