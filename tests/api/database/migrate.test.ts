import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";

const migrateProcess = fileURLToPath(new URL("../../support/migrate-process.ts", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ state: "empty" });
});
afterAll(() => database.close());

describe("migrate", () => {
  it("succeeds in four processes that start at once, and runs every migration once", async () => {
    const run = promisify(execFile);
    const processes = [1, 2, 3, 4].map(() => run("node", [migrateProcess, database.url]));
    await Promise.all(processes);
    const done = await database.pool.query(
      "select count(*)::int as rows, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations",
    );
    expect(done.rows[0].rows).toBeGreaterThan(0);
    expect(done.rows[0].rows).toBe(done.rows[0].migrations);
  });

  it("creates the extensions that constraints and search need", async () => {
    await migrate(database.pool);
    const found = await database.pool.query("select extname from pg_extension order by 1");
    const names = found.rows.map(({ extname }) => extname);
    expect(names).toEqual(expect.arrayContaining(["btree_gist", "pg_trgm", "unaccent"]));
  });
});
