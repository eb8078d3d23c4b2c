/** Checks what staff set in the console. */
import type pg from "pg";
import { pino } from "pino";
import type { SettingValues } from "#lib/settings/settings.ts";
import type { Config } from "#server/config/config.ts";
import { createDatabase } from "#server/db/connection.ts";
import { findMissingSettings } from "#server/settings/missing-settings.ts";
import { readSettings } from "#server/settings/settings-store.ts";
import { type Finding, good, notice, problem } from "./finding.ts";

export function checkSettings(values: SettingValues, env: Config["env"]): Finding[] {
  const missing = findMissingSettings(values);
  const report = env === "live" ? problem : notice;
  return missing.length > 0
    ? missing.map(report)
    : [good(`People can write to ${values.supportAddress}, and pages name the legal entity.`)];
}

export function readConsoleSettings(pool: pg.Pool, config: Config): Promise<SettingValues> {
  return readSettings(createDatabase(pool), config, pino({ level: "silent" }));
}
