/**
 * `npm run backup`: dumps the database in DATABASE_URL to BACKUP_DIR, restores the dump into a
 * database of its own, and compares every table. Only a dump that was restored is kept.
 * `npm run backup -- --nightly` does so every night until it is stopped. Failures are reported to the
 * people on call.
 */
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createAlerts } from "#server/monitoring/alerts.ts";
import { findNewestBackup } from "#server/monitoring/backups.ts";
import { createLog, withAlerts } from "#server/monitoring/log.ts";
import { createMailer } from "#server/providers/mail/mail.ts";
import { BackupError, makeBackup } from "./backup/make-backup.ts";
import { findOnCall } from "./backup/on-call.ts";
import { nextNight } from "./backup/schedule.ts";
import { explain, readEnvironment } from "./support/environment.ts";

// Dumps contain everything that people have entered.
process.umask(0o077);

const hour = 60 * 60 * 1_000;

try {
  await run();
} catch (error) {
  console.error(error instanceof BackupError ? error.message : explain(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { nightly: { type: "boolean", default: false } } });
  const { config } = readEnvironment();
  const { databaseUrl, backup } = config;
  if (!databaseUrl) {
    throw new BackupError(
      "Set DATABASE_URL to the PostgreSQL server. The embedded database is backed up by copying DATA_DIR while Halaqa is stopped.",
    );
  }
  const make = () => makeBackup({ ...backup, databaseUrl, s3: config.s3, now: new Date() });
  if (!values.nightly) {
    const { file, bytes, tables } = await make();
    console.log(`Wrote ${file} (${bytes} bytes), and restored its ${tables} tables.`);
    return;
  }
  const stopping = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stopping.abort());
  const alerts = createAlerts({
    settings: { ...config.alerts, emails: await findOnCall(config) },
    mailer: createMailer({ ...config.mail, log: createLog(config.logLevel) }),
    log: createLog(config.logLevel),
    origin: { appUrl: config.appUrl, host: hostname() },
  });
  const log = createLog(config.logLevel, withAlerts(alerts));
  while (!stopping.signal.aborted) {
    const newest = await findNewestBackup(backup.folder);
    let next = newest ? nextNight(newest) : new Date();
    if (next.getTime() <= Date.now()) {
      try {
        const { file, bytes, tables } = await make();
        log.info({ file, bytes, tables }, "The backup was made and restored");
        next = nextNight(new Date());
      } catch (error) {
        log.error({ err: error }, "The nightly backup failed; it will be retried in an hour");
        next = new Date(Date.now() + hour);
      }
    }
    const wait = Math.max(0, next.getTime() - Date.now());
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
  }
  await alerts.flush();
}
