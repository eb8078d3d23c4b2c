/** What the commands for staff share: the database of a running site, and errors in plain words. */
import { existsSync } from "node:fs";
import type { Pool } from "pg";
import { type Logger, pino } from "pino";
import { AppError } from "#lib/errors.ts";
import { getConfig } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { StartError } from "./environment.ts";
import { findRunningDatabase } from "./running-database.ts";

/** Runs the work while servers are running. Errors that the person can correct are only printed. */
export function runOnDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  return run(({ pool }) => work(createDatabase(pool)));
}

/** Runs use cases that send email or call providers. They need the settings of the servers. */
export function runOnSite(work: (context: Context) => Promise<void>): Promise<void> {
  return run(async (parts) => {
    const { DATA_DIR } = process.env;
    const config = getConfig(process.env, loadSecrets(DATA_DIR || ".data"));
    const context = await createContext({ ...parts, config });
    try {
      await work(context);
    } finally {
      await closeContext(context);
    }
  });
}

async function run(
  work: (parts: { pool: Pool; databaseUrl: string; log: Logger }) => Promise<void>,
): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const log = pino({ level: "warn" });
  try {
    const databaseUrl = await findRunningDatabase();
    const pool = createPool(databaseUrl, { log, max: 2 });
    try {
      await work({ pool, databaseUrl, log });
    } finally {
      await pool.end();
    }
  } catch (error) {
    const isExplained = [AppError, StartError, ConfigError].some((kind) => error instanceof kind);
    if (!isExplained) throw error;
    refuse((error as Error).message);
  }
}

export function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
