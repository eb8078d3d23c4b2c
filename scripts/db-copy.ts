/**
 * `npm run db:copy`: copies the data of the embedded database to the server in DATABASE_URL. Halaqa
 * must be stopped, so that nothing is written in the meantime.
 */
import { existsSync } from "node:fs";
import { pino } from "pino";
import { createPool } from "#server/db/connection.ts";
import { copyDatabase } from "#server/db/copy.ts";
import { clusterPath } from "#server/db/embedded/cluster.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { createJobQueue } from "#server/jobs/jobs.ts";

const log = pino({ level: "warn" });
const target = process.env.DATABASE_URL;
if (target) await move(target);
else refuse("Set DATABASE_URL to the PostgreSQL server to copy the data to.");

async function move(targetUrl: string): Promise<void> {
  const dataDir = process.env.DATA_DIR || ".data";
  if (!existsSync(clusterPath(dataDir))) {
    refuse(`There is no database to copy in ${dataDir}. Set DATA_DIR to the folder that has one.`);
    return;
  }
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log });
    try {
      for (const url of [embedded.url, targetUrl]) await prepare(url);
      const tables = await copyDatabase(embedded.url, targetUrl);
      for (const { name, rows } of tables) console.log(`${String(rows).padStart(8)}  ${name}`);
      console.log(
        `Copied the data of ${dataDir}. Start with the same DATABASE_URL to use it, and keep ${dataDir}: it holds the secrets and the uploads.`,
      );
    } finally {
      await embedded.stop();
    }
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Migrates a database to the tables of this version, including those of the job queue. */
async function prepare(url: string): Promise<void> {
  const pool = createPool(url, { log });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  const jobs = await createJobQueue(url, log);
  await jobs.stop();
}

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
