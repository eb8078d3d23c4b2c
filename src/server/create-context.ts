import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Config } from "./config/config.ts";
import type { Context } from "./context.ts";
import { createDatabase } from "./db/connection.ts";
import { defineJobs } from "./job-list.ts";
import { createJobQueue } from "./jobs/jobs.ts";
import { createLivePageHub } from "./live-pages/stream/live-page-hub.ts";
import { createMessageHub } from "./messages/live/message-hub.ts";
import { createFileStore } from "./providers/files.ts";
import { createMailer } from "./providers/mail/mail.ts";
import { createMeetingProviders } from "./providers/meetings/meeting-providers.ts";
import { createStripe } from "./providers/stripe/stripe.ts";
import { createRateLimits } from "./rate-limits.ts";
import { openSettings } from "./settings/settings-store.ts";

interface ContextParts {
  config: Config;
  /** A pool for a migrated database. The caller closes it after `closeContext`. */
  pool: Pool;
  databaseUrl: string;
  log: Logger;
  /** Removes cached pages in every process. Omitted when there is no gateway. */
  purgePages?: (tags: string[]) => Promise<void>;
}

/** Creates the dependencies of all use cases from a configuration and a migrated database. */
export async function createContext(parts: ContextParts): Promise<Context> {
  const { config, pool, log } = parts;
  const jobs = await createJobQueue(parts.databaseUrl, log);
  const db = createDatabase(pool);
  const context: Context = {
    config,
    settings: await openSettings({ config, db, databaseUrl: parts.databaseUrl, log }),
    db,
    log,
    jobs,
    stripe: createStripe(config.stripe),
    meetingProviders: createMeetingProviders(config),
    mailer: createMailer({ smtpUrl: config.mail.smtpUrl, from: config.mail.from, log }),
    files: createFileStore({ folder: join(config.dataDir, "uploads"), s3: config.s3 }),
    limits: createRateLimits(pool, config.rateLimitFactor),
    live: createMessageHub({ databaseUrl: parts.databaseUrl, db, log }),
    livePages: createLivePageHub({ databaseUrl: parts.databaseUrl, db, log }),
    purgePages: parts.purgePages ?? (async () => {}),
  };
  await jobs.prepare(defineJobs(context));
  return context;
}

/** Waits for running jobs to finish, and closes the connections to providers. */
export async function closeContext(context: Context): Promise<void> {
  await Promise.all([context.live.stop(), context.livePages.stop(), context.settings.stop()]);
  await context.jobs.stop();
  context.mailer.close();
}
