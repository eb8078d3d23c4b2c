import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { query } from "../support/database/embedded.ts";
import { createCall } from "../support/processes/client.ts";
import { makeDataDir } from "../support/processes/ready.ts";
import { report } from "../support/processes/report.ts";
import { launchSite, type Site } from "../support/processes/site.ts";
import { findDescendants } from "../support/processes/table.ts";
import { createRandom } from "./support/random.ts";
import { pickSize } from "./support/run-size.ts";
import { living, pidOf, startBySite } from "./support/started-sites.ts";

const patient = { timeout: 60_000 };
const seed = Number(process.env.FAULT_SEED || Date.now() % 2 ** 32);

/**
 * Counts the rows of the demo data. Of its meetings, only past ones are counted, because a job adds
 * the meetings of further classes from the first minute on. No class has two meetings.
 */
async function readDemo(site: Site) {
  const database = await attachEmbeddedPostgres(site.dataDir);
  const tables = ["users", "profiles", "courses", "enrolments", "payments", "reviews"];
  const [market] = await query(
    database.url,
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ")},
      (select count(*)::int from meetings where start_time < date_trunc('day', now())) as past,
      (select count(*)::int - count(distinct (course_id, start_time))::int
        from meetings where course_id is not null) as repeated`,
  );
  expect(market?.past).toBeGreaterThan(0);
  expect(market?.repeated).toBe(0);
  const { body } = await createCall(site.url)("GET", "/api/courses");
  return { market, total: body.data.total as number };
}

it("npm start can be stopped at any moment of its first start: it exits with 0, and the next start continues", async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const times = pickSize(2, 15);
  const undisturbed = startBySite({ SEED: "demo" });
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
  const { market: records, total } = await readDemo(site);
  const fresh = await readDemo(await undisturbed);
  expect(total).toBe(fresh.total);
  expect(records).toEqual(fresh.market);
  report({
    fault: `SIGTERM at random moments of the first start (FAULT_SEED=${seed})`,
    times: `${times}`,
    found: `ended as it should each time, and nothing stays behind; the next start has the whole demo, ${total} courses, once`,
  });
});
