/**
 * `npm run doctor`: checks every key and setting against the real service, and says what to do about
 * each failure. Exits with 1 if something needs to be repaired. Run it on a server, with the same
 * environment, while the site is running. It changes nothing, apart from a file that it deletes
 * again and the count of one failed log-in.
 */

import { Resolver } from "node:dns/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { type Config, ConfigError } from "#server/config/config.ts";
import { createPool } from "#server/db/connection.ts";
import { createFileStore } from "#server/providers/files.ts";
import { checkAlerts } from "./doctor/alerts.ts";
import { checkClock } from "./doctor/clock.ts";
import {
  checkDatabase,
  checkDeliveries,
  findGrantedScopes,
  notReached,
} from "./doctor/database.ts";
import { checkFiles } from "./doctor/files.ts";
import {
  type Finding,
  formatSections,
  good,
  hasProblem,
  problem,
  reasonOf,
  type Section,
} from "./doctor/finding.ts";
import { checkMail } from "./doctor/mail.ts";
import { checkSettings, readConsoleSettings } from "./doctor/settings.ts";
import { checkProxies, checkSite } from "./doctor/site.ts";
import { checkStripe } from "./doctor/stripe.ts";
import { checkZoom } from "./doctor/zoom.ts";
import { readEnvironment, StartError } from "./support/environment.ts";
import { findRunningDatabase } from "./support/running-database.ts";

const sections = await examine();
console.log(formatSections(sections));
if (hasProblem(sections)) process.exitCode = 1;
process.exit();

async function examine(): Promise<Section[]> {
  let config: Config;
  try {
    ({ config } = readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ title: "Settings", findings: error.problems.map((text) => problem(`${text}.`)) }];
  }
  const database = await examineDatabase(config);
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const others = await Promise.all([
    section("Site", () => checkSite(config)),
    section("Stripe", () => checkStripe(config)),
    section("Zoom", () => checkZoom(config, database.scopes)),
    section("Mail", () => checkMail(config, resolver, process.env.DKIM_SELECTOR)),
    section("Alerts", () => checkAlerts(config, database.onCall)),
    section("Files", () => checkFiles(...describeStore(config))),
    section("Clock", () => checkClock(config.stripe.apiBase)),
  ]);
  return [
    { title: "Settings", findings: [good(`The settings are complete for APP_ENV=${config.env}.`)] },
    ...database.sections,
    ...others,
  ];
}

function describeStore({ s3, dataDir }: Config) {
  const folder = join(dataDir, "uploads");
  const name = s3 ? `The bucket ${s3.bucket}` : `The folder ${folder}`;
  return [createFileStore({ folder, s3 }), name] as const;
}

async function examineDatabase(
  config: Config,
): Promise<{ sections: Section[]; scopes: string | undefined; onCall?: readonly string[] }> {
  const title = "Database";
  if (!config.databaseUrl && !existsSync(config.dataDir)) {
    const reason = `there is no folder ${config.dataDir}. Start the site first.`;
    return { sections: [{ title, findings: notReached(reason) }], scopes: undefined };
  }
  let url: string;
  try {
    url = await findRunningDatabase();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { sections: [{ title, findings: notReached(error.message) }], scopes: undefined };
  }
  const pool = createPool(url, { log: pino({ level: "silent" }), max: 2, name: "halaqa-doctor" });
  try {
    await pool.query("select 1");
    const findings = await section(title, () => checkDatabase(pool));
    const deliveries = await section("Webhooks", () => checkDeliveries(pool, config, new Date()));
    const proxies = await section("Proxies", () => checkProxies(config, pool));
    const values = await readConsoleSettings(pool, config);
    const settings = await section("Console", () => checkSettings(values, config.env));
    const found = [findings, settings, deliveries, proxies].filter(
      (each) => each.findings.length > 0,
    );
    return {
      sections: found,
      scopes: await findGrantedScopes(pool),
      onCall: values.onCallAddresses,
    };
  } catch (error) {
    return { sections: [{ title, findings: notReached(reasonOf(error)) }], scopes: undefined };
  } finally {
    await pool.end();
  }
}

/** An error in one check is a finding, so that the others still run. */
async function section(
  title: string,
  check: () => Finding[] | Promise<Finding[]>,
): Promise<Section> {
  try {
    return { title, findings: await check() };
  } catch (error) {
    return { title, findings: [problem(`This can't be examined: ${reasonOf(error)}`)] };
  }
}
