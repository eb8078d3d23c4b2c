/** Who is notified when a backup fails. */
import { pino } from "pino";
import type { Config } from "#server/config/config.ts";
import { createDatabase, createPool } from "#server/db/connection.ts";
import { readSettings } from "#server/settings/settings-store.ts";

/** The addresses in the environment, and those that staff set in the console. */
export async function findOnCall(config: Config): Promise<string[]> {
  const { emails } = config.alerts;
  if (!config.databaseUrl) return [...emails];
  const log = pino({ level: "silent" });
  const pool = createPool(config.databaseUrl, { log, max: 1, name: "halaqa-backup" });
  try {
    const { onCallAddresses } = await readSettings(createDatabase(pool), config, log);
    return [...new Set([...emails, ...onCallAddresses])];
  } catch {
    // The database can't be read, or the site has never run. The backup reports that itself.
    return [...emails];
  } finally {
    await pool.end();
  }
}
