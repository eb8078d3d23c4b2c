/** Runs all checks of `npm run doctor`. */
import type { Resolver } from "node:dns/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "#server/config/config.ts";
import { ConfigError } from "#server/config/config-error.ts";
import { listUnknownVariables, type Variables } from "#server/config/environment.ts";
import { createPool } from "#server/db/connection.ts";
import { createFileStore } from "#server/providers/files.ts";
import { StartError } from "../support/environment.ts";
import { checkAlerts } from "./alerts.ts";
import { checkAudio } from "./audio.ts";
import { checkBackups } from "./backups.ts";
import { checkClock } from "./clock.ts";
import {
  checkDatabase,
  checkSecret,
  checkServers,
  findGrantedScopes,
  notReached,
} from "./database.ts";
import { checkDeliveries } from "./deliveries.ts";
import { checkFiles } from "./files.ts";
import { type Finding, good, notice, problem, reasonOf, type Section } from "./finding.ts";
import { checkMail } from "./mail.ts";
import { checkSanctions } from "./sanctions.ts";
import { checkSentry } from "./sentry.ts";
import { checkSettings, readConsoleSettings } from "./settings.ts";
import { checkHost, checkProxies, checkSite } from "./site.ts";
import { checkStaff } from "./staff.ts";
import { checkStripe } from "./stripe.ts";
import { checkZoom } from "./zoom.ts";

export interface ExamineOptions {
  /** @throws ConfigError that lists all problems. */
  readConfig: () => Config;
  variables: Variables;
  /** The URL of the site's database. @throws StartError if it isn't running. */
  findDatabase: () => Promise<string>;
  resolver: Pick<Resolver, "resolveTxt">;
  /** The selector of the DKIM key. Only the email service knows it. */
  dkimSelector?: string | undefined;
  /** Whether people on call get a test message. */
  sendsTest?: boolean;
  /** In milliseconds since the Unix epoch. */
  now?: () => number;
}

export async function examine(options: ExamineOptions): Promise<Section[]> {
  const { resolver, dkimSelector, sendsTest = false, now = Date.now } = options;
  const misspelled = listUnknownVariables(options.variables).map((name) =>
    notice(`${name} isn't a setting of this site. Compare its spelling with .env.example.`),
  );
  let config: Config;
  try {
    config = options.readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((text) => problem(`${text}.`));
    return [{ title: "Settings", findings: [...problems, ...misspelled] }];
  }
  const database = await examineDatabase(config, options);
  const others = await Promise.all([
    section("Site", async () => [...(await checkSite(config)), ...(await checkHost(config))]),
    section("Stripe", () => checkStripe(config, new Date(now()))),
    section("Zoom", () => checkZoom(config, database.scopes)),
    section("Mail", () => checkMail(config, resolver, dkimSelector)),
    section("Alerts", () => checkAlerts(config, database.onCall, sendsTest)),
    section("Error reports", () => checkSentry(config)),
    section("Files", () => checkFiles(...describeStore(config))),
    section("Backups", () => checkBackups(config, new Date(now()))),
    section("Audio", () => checkAudio(config)),
    section("Clock", () => checkClock(config.stripe.apiBase, now)),
  ]);
  const complete = good(`The settings are complete for APP_ENV=${config.env}.`);
  return [
    { title: "Settings", findings: [complete, ...misspelled] },
    ...database.sections,
    ...others.filter(({ findings }) => findings.length > 0),
  ];
}

function describeStore({ s3, dataDir }: Config) {
  const folder = join(dataDir, "uploads");
  const name = s3 ? `The bucket ${s3.bucket}` : `The folder ${folder}`;
  return [createFileStore({ folder, s3 }), name] as const;
}

interface ExaminedDatabase {
  sections: Section[];
  scopes?: string | undefined;
  onCall?: readonly string[];
}

async function examineDatabase(
  config: Config,
  { findDatabase }: ExamineOptions,
): Promise<ExaminedDatabase> {
  const unreachable = (reason: string) => ({
    sections: [{ title: "Database", findings: notReached(reason) }],
  });
  if (!config.databaseUrl && !existsSync(config.dataDir)) {
    return unreachable(`there is no folder ${config.dataDir}. Start the site first.`);
  }
  let url: string;
  try {
    url = await findDatabase();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return unreachable(error.message);
  }
  const pool = createPool(url, { log: pino({ level: "silent" }), max: 2, name: "halaqa-doctor" });
  try {
    await pool.query("select 1");
    const values = await readConsoleSettings(pool, config);
    const sections = [
      await section("Database", async () => [
        ...(await checkDatabase(pool)),
        ...(await checkSecret(pool, config)),
        ...(await checkServers(pool, config)),
      ]),
      await section("Console", () => checkSettings(values, config.env)),
      await section("Staff", () => checkStaff(pool, config.env)),
      await section("Payment accounts", () => checkSanctions(pool, config)),
      await section("Webhooks", () => checkDeliveries(pool, config, new Date())),
      await section("Proxies", () => checkProxies(config, pool)),
    ];
    return {
      sections: sections.filter(({ findings }) => findings.length > 0),
      scopes: await findGrantedScopes(pool),
      onCall: values.onCallAddresses,
    };
  } catch (error) {
    return unreachable(reasonOf(error));
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
