/** A running server with its sandbox, for tests of people and payments. */
import pino from "pino";
import type { Config } from "#server/config/config.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { quietLog } from "../database/server-url.ts";
import type { Call } from "./client.ts";

export interface Market {
  dataDir: string;
  sandboxUrl: string;
  /** Calls the server. */
  call: Call;
  /** Calls the sandbox. */
  sandbox: Call;
  /** Runs the server's own code on its database, to set up the initial state of a test. */
  withContext<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}

/** Runs code of a running server in this process, on that server's database. */
export async function useDatabase<Result>(
  config: Config,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = config.databaseUrl ?? (await attachEmbeddedPostgres(config.dataDir)).url;
  const pool = createPool(databaseUrl, { log: quietLog });
  const log = pino({ level: "silent" });
  const context = await createContext({ config, pool, databaseUrl, log });
  try {
    return await work(context);
  } finally {
    await closeContext(context);
    await pool.end();
  }
}
