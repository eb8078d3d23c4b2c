import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { expectCompleteDemo, expectConsistentPayments } from "../support/demo-check.ts";
import { makeDataDir } from "../support/processes/ready.ts";
import { report } from "../support/processes/report.ts";
import { launchSite, type Site } from "../support/processes/site.ts";
import { findDescendants } from "../support/processes/table.ts";
import { createRandom } from "./support/random.ts";
import { pickSize } from "./support/run-size.ts";
import { living, marketOf, pidOf, startBySite } from "./support/started-sites.ts";

const patient = { timeout: 60_000 };
const seed = Number(process.env.FAULT_SEED || Date.now() % 2 ** 32);

/** Expects the whole demo once, as the demo data describes it. @returns the number of courses shown. */
async function expectWholeDemo(site: Site): Promise<number> {
  const { withContext, call } = marketOf(site);
  const published = await withContext(async (context) => {
    await expectCompleteDemo({ context });
    await expectConsistentPayments({ context, sandboxUrl: site.sandboxUrl });
    return context.db.$count(courses, eq(courses.status, "published"));
  });
  const { body } = await call("GET", "/api/courses");
  expect(body.data.total).toBe(published);
  return published;
}

it("npm start can be stopped at any moment of its first start: it exits with 0, and the next start continues", async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const times = pickSize(2, 15);
  const random = createRandom(seed);
  for (let time = 0; time < times; time += 1) {
    const site = await launchSite({ DATA_DIR: dataDir, SEED: "demo" });
    // The server starts after about two seconds and creates the demo data in the next ten.
    await pause(500 + random.below(1_000 * (time + 1)));
    const family = findDescendants(pidOf(site));
    site.process.kill("SIGTERM");
    // Before the script handles signals, it has started nothing.
    const allowed = family.length === 0 ? [0, "SIGTERM"] : [0];
    expect(allowed, `FAULT_SEED=${seed}: ${site.output()}`).toContain(await site.ended);
    await expect.poll(() => living(family), patient).toEqual([]);
  }
  const site = await startBySite({ DATA_DIR: dataDir, SEED: "demo" });
  const total = await expectWholeDemo(site);
  report({
    fault: `SIGTERM at random moments of the first start (FAULT_SEED=${seed})`,
    times: `${times}`,
    found: `ended as it should each time, and nothing stays behind; the next start has the whole demo, ${total} courses, once`,
  });
});
