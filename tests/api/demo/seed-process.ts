/**
 * A process that seeds the demo as a starting app does, so that tests can kill it. It gets the
 * database's URL and its environment as JSON in arguments.
 */
import pino from "pino";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { quietLog } from "../../support/database/server-url.ts";

const [databaseUrl, environment] = process.argv.slice(2);
if (!databaseUrl || !environment) throw new Error("A database and an environment are needed.");
const env = JSON.parse(environment) as Record<string, string>;

const pool = createPool(databaseUrl, { log: quietLog });
const context = await createContext({
  config: getConfig(env, loadSecrets(env.DATA_DIR ?? "")),
  pool,
  databaseUrl,
  log: pino({ level: "silent" }),
});
await seedDemo(context);
await closeContext(context);
await pool.end();
