/**
 * Playwright's global setup: the data that sites start with, so that none of them creates its own
 * database. Creating the demo data takes as long as many tests.
 */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ensureBuilt } from "../../../scripts/support/site-build.ts";
import { copyDatabase, makeDataDir } from "../../support/processes/ready.ts";
import { startSite } from "../../support/processes/site.ts";

const run = promisify(execFile);
/** Playwright would transform the whole server, which takes several times as long as this process. */
const createDatabase = fileURLToPath(new URL("./empty-database.ts", import.meta.url));
const finishJobs = fileURLToPath(new URL("./finish-jobs.ts", import.meta.url));

export default async function setUp(): Promise<() => Promise<void>> {
  const folders: string[] = [];
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    await ensureBuilt();
    const empty = await makeDataDir();
    folders.push(empty);
    await run(process.execPath, [createDatabase, empty]);
    const demo = await copyDatabase(empty);
    folders.push(demo);
    const site = await startSite({ SEED: "demo", DATA_DIR: demo });
    // Otherwise each site that starts with a copy would send 300 emails and create all the meetings.
    await run(process.execPath, [finishJobs], { env: { ...process.env, DATA_DIR: demo } });
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
