/**
 * A process that waits until the site that runs on DATA_DIR has no job left to do now, such as emails to
 * send and meetings to create.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connection.ts";
import { runOnDatabase } from "../../../scripts/support/staff-command.ts";

await runOnDatabase(async (db) => {
  while ((await countJobs(db)) > 0) await sleep(250);
});

/** The jobs that are due or run at the moment. */
async function countJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now()`);
  return rows[0]?.count ?? 0;
}
