/**
 * Playwright's global setup: a data folder with the demo data, which the site of each worker copies.
 * Creating the demo data takes as long as many tests.
 */
import { rm } from "node:fs/promises";
import { makeDataDir } from "../../support/processes/ready.ts";
import { startSite } from "../../support/processes/site.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const site = await startSite({ SEED: "demo", DATA_DIR: dataDir });
    const how = await site.stop();
    if (how !== 0)
      throw new Error(`The site with the demo data ended with ${how}:\n${site.output()}`);
  } catch (error) {
    await remove();
    throw error;
  }
  // Workers inherit the environment.
  process.env.DEMO_DATA_DIR = dataDir;
  return remove;
}
