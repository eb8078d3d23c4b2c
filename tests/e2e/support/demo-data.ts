/**
 * Playwright's global setup: the data that sites start with, so that none of them creates a database of
 * its own. Creating the demo data takes as long as many tests.
 */
import { rm } from "node:fs/promises";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { ensureBuilt } from "../../../scripts/support/site-build.ts";
import { prepareDatabase } from "../../support/database/prepare-database.ts";
import { quietLog } from "../../support/database/server-url.ts";
import { copyDatabase, makeDataDir } from "../../support/processes/ready.ts";
import { startSite } from "../../support/processes/site.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  const folders: string[] = [];
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    await ensureBuilt();
    const empty = await makeDataDir();
    folders.push(empty);
    const database = await startEmbeddedPostgres({ dataDir: empty, log: quietLog });
    await prepareDatabase(database.url);
    await database.stop();

    const demo = await copyDatabase(empty);
    folders.push(demo);
    const site = await startSite({ SEED: "demo", DATA_DIR: demo });
    const how = await site.stop();
    if (how !== 0)
      throw new Error(`The site with the demo data ended with ${how}:\n${site.output()}`);
    // Workers inherit the environment.
    Object.assign(process.env, { EMPTY_DATA_DIR: empty, DEMO_DATA_DIR: demo });
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
