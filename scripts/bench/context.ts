import pino from "pino";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import type { BenchSite } from "./site.ts";

/** Runs the server's own code on its database, to prepare the data for a measurement. */
export async function withContext<Result>(
  { url, dataDir }: BenchSite,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const env = { DATA_DIR: dataDir, PORT: new URL(url).port };
  const config = getConfig(env, loadSecrets(dataDir));
  const { url: databaseUrl } = await attachEmbeddedPostgres(dataDir);
  const log = pino({ level: "silent" });
  const pool = createPool(databaseUrl, { log });
  const context = await createContext({ config, pool, databaseUrl, log });
  try {
    return await work(context);
  } finally {
    await closeContext(context);
    await pool.end();
  }
}
