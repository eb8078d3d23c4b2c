/** What the commands for staff share: the database of a running site, and errors in plain words. */
import { existsSync } from "node:fs";
import { pino } from "pino";
import { AppError } from "#lib/errors.ts";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { StartError } from "./environment.ts";
import { findRunningDatabase } from "./running-database.ts";

/** Runs the work while servers are running. What the person can correct is only printed. */
export async function runOnDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  try {
    const pool = createPool(await findRunningDatabase(), { log: pino({ level: "warn" }), max: 1 });
    try {
      await work(createDatabase(pool));
    } finally {
      await pool.end();
    }
  } catch (error) {
    if (!(error instanceof AppError || error instanceof StartError)) throw error;
    refuse(error.message);
  }
}

export function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
