/** A database for one test file. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { databaseUrl, quietLog, runOnServer } from "./server-url.ts";

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  db: Db;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

interface Options {
  /** `migrated` (the default) contains the whole schema, `empty` not even the extensions. */
  state?: "migrated" | "empty";
  /** The maximum number of connections in the pool; 10 by default. */
  max?: number;
  /** How long a statement waits for a lock, in milliseconds; 4 s by default. */
  lockTimeoutMs?: number;
}

/** Requests get a connection even on a busy machine, so that tests can expect one exact status. */
const maxWaitMs = 60_000;

/**
 * Creates a database, by default a copy of the migrated template, which takes about 20 ms. Copying its
 * files takes a third of the time of writing its pages to the log, as PostgreSQL does by default.
 */
export async function createTestDatabase(options: Options = {}): Promise<TestDatabase> {
  const serverUrl = inject("serverUrl");
  const name = `halaqa_test_${randomBytes(8).toString("hex")}`;
  const template = options.state === "empty" ? "template0" : inject("templateName");
  const source = `template ${pg.escapeIdentifier(template)} strategy file_copy`;
  await runOnServer(serverUrl, `create database ${name} ${source}`);
  const url = databaseUrl(serverUrl, name);
  const { max, lockTimeoutMs } = options;
  const pool = createPool(url, { log: quietLog, max, lockTimeoutMs, maxWaitMs });
  return {
    url,
    pool,
    db: createDatabase(pool),
    close: async () => {
      await pool.end();
      await runOnServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
