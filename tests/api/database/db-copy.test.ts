import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPool } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { runScript } from "../../support/checkout.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { makeFolder, query, startApp } from "../../support/database/embedded.ts";
import { quietLog } from "../../support/database/server-url.ts";

const root = join(import.meta.dirname, "..", "..", "..");

const insertUser =
  "insert into users (id, email, name, password_hash, created_at) values ('usr_amina', 'amina@halaqa.test', 'Amina', 'hash', '2030-01-01')";

async function createTarget() {
  const target = await createTestDatabase({ state: "empty" });
  onTestFinished(() => target.close());
  return target;
}

/** The data folder of an app with one person in its database, and the running app. */
async function createAppData() {
  const dataDir = makeFolder();
  const app = startApp({ dataDir });
  const { url } = await app.ready;
  const pool = createPool(url, { log: quietLog });
  await migrate(pool);
  await pool.end();
  await query(url, insertUser);
  return { app, dataDir };
}

describe("npm run db:copy", { timeout: 240_000 }, () => {
  it("moves the embedded data to a new database on a server", async () => {
    const { app, dataDir } = await createAppData();
    await app.stop();
    const target = await createTarget();
    const script = runScript(root, "db-copy.ts", { DATA_DIR: dataDir, DATABASE_URL: target.url });
    expect([await script.ended, script.output()]).toEqual([
      0,
      expect.stringMatching(/ 1 {2}public\.users\n/),
    ]);
    const people = await query(target.url, "select name from users");
    expect(people).toEqual([{ name: "Amina" }]);
  });

  it("does not run while the app is running", async () => {
    const { dataDir } = await createAppData();
    const target = await createTarget();
    const script = runScript(root, "db-copy.ts", { DATA_DIR: dataDir, DATABASE_URL: target.url });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain("Another Halaqa");
  });

  it("rejects a data folder without a database instead of creating one", async () => {
    const target = await createTarget();
    const script = runScript(root, "db-copy.ts", {
      DATA_DIR: makeFolder(),
      DATABASE_URL: target.url,
    });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain("There is no database to copy in");
  });

  it("requires the server's address", async () => {
    const script = runScript(root, "db-copy.ts", { DATA_DIR: makeFolder() });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain(
      "Set DATABASE_URL to the PostgreSQL server to copy the data to.",
    );
  });
});
