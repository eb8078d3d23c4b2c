import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { isEmpty, seedDemo } from "#server/demo/seed.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { quietLog } from "../../support/database/server-url.ts";
import { expectCompleteDemo, expectConsistentPayments } from "../../support/demo-check.ts";

const program = fileURLToPath(new URL("./seed-process.ts", import.meta.url));

function startSeeding(app: TestApp): ChildProcess {
  const env = {
    DATA_DIR: app.config.dataDir,
    SANDBOX_PORT: new URL(app.sandboxUrl).port,
  };
  return spawn(process.execPath, [program, app.database.url, JSON.stringify(env)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Kills a seeding process as soon as the table has this many rows. */
async function killAt(app: TestApp, table: PgTable, rows: number): Promise<void> {
  const listener = new pg.Client(app.database.url);
  await listener.connect();
  const name = getTableName(table);
  await listener.query(`
    create function tell_rows() returns trigger language plpgsql as $$ begin
      if (select count(*) from ${name}) >= ${rows} then notify enough_rows; end if;
      return null;
    end $$;
    create trigger tell_rows after insert on ${name} execute function tell_rows();
    listen enough_rows;
  `);
  const reached = once(listener, "notification");
  const child = startSeeding(app);
  const ended = once(child, "exit");
  await Promise.race([reached, ended]);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  await listener.query("drop function tell_rows cascade");
  await listener.end();
  expect(await isEmpty(app.context)).toBe(true);
}

it("seeding from two processes completes what killed processes left incomplete, without duplicates", async () => {
  const app = await createTestApp({ sandbox: true });
  onTestFinished(() => app.close());
  await killAt(app, profiles, 20);
  await killAt(app, paymentAccounts, 5);
  await killAt(app, enrollments, 12);
  // More failures than one attempt at a payment survives.
  const fault = {
    provider: "stripe",
    fault: "status-500",
    match: "/v1/checkout/sessions",
    times: 9,
  };
  const caused = await fetch(`${app.sandboxUrl}/faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fault),
  });
  expect(caused.status).toBeLessThan(300);
  await killAt(app, meetings, 30);
  await killAt(app, reviews, 10);

  const pool = createPool(app.database.url, { log: quietLog });
  const second = await createContext({
    config: app.config,
    pool,
    databaseUrl: app.database.url,
    log: app.context.log,
  });
  try {
    await Promise.all([seedDemo(app.context), seedDemo(second), seedDemo(app.context)]);
  } finally {
    await closeContext(second);
    await pool.end();
  }
  expect(await isEmpty(app.context)).toBe(false);
  await expectCompleteDemo(app);
  await expectConsistentPayments(app);
}, 600_000);
