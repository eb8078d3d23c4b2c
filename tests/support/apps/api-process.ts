/**
 * Runs the API in a separate process on a real port, alongside others on the same database. It gets
 * the database's URL and its environment as JSON, prints its URL, and ends with its parent process.
 */
import { serve } from "@hono/node-server";
import pino from "pino";
import { createApp } from "#server/app.ts";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { quietLog } from "../database/server-url.ts";

const [databaseUrl, environment] = process.argv.slice(2);
if (!databaseUrl || !environment) throw new Error("A database and an environment are needed.");
const env = JSON.parse(environment) as Record<string, string>;

const config = getConfig(env, loadSecrets(env.DATA_DIR ?? ""));
const context = await createContext({
  config,
  pool: createPool(databaseUrl, { log: quietLog }),
  databaseUrl,
  log: pino({ level: "silent" }),
});
serve({ fetch: createApp(context).fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.stdin.on("end", () => process.exit()).resume();
