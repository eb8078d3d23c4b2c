/** Prepares the template database once, as the first start of the server does. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { migrate } from "#server/db/migrate.ts";
import { quietLog } from "./server-url.ts";

/** Creates the tables of the product and the job queue, which takes seconds. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { log: quietLog });
  await migrate(pool);
  const dataDir = await mkdtemp(join(tmpdir(), "halaqa-template-"));
  const config = getConfig({ DATA_DIR: dataDir }, loadSecrets(dataDir));
  const log = pino({ level: "silent" });
  const context = await createContext({ config, pool, databaseUrl, log });
  await closeContext(context);
  await pool.end();
  await rm(dataDir, { recursive: true });
}
