/**
 * What every use case gets: configuration, database, log, jobs and providers. Made once per
 * process by the start (`createContext`), or per test file with its own database.
 */
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Config } from "./config.ts";
import type { Db } from "./db/connection.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { Live } from "./messages/live.ts";
import type { FileStore } from "./providers/files.ts";
import type { Mailer } from "./providers/mail/mail.ts";
import type { ZoomClient } from "./providers/zoom/zoom.ts";

export interface Context {
  config: Config;
  db: Db;
  log: Logger;
  jobs: JobQueue;
  stripe: Stripe;
  zoom: ZoomClient;
  mailer: Mailer;
  files: FileStore;
  limits: RateLimits;
  /** News of conversations, from every process. */
  live: Live;
  /** Drops cached pages that carry one of the tags, in every process. Call after the commit. */
  purgePages(tags: string[]): Promise<void>;
}

let current: Context | undefined;

/** Called once by the start of the process. */
export function setContext(context: Context): void {
  current = context;
}

/** The context for pages, which nobody hands one. */
export function getContext(): Context {
  if (!current) throw new Error("The server has not been started: there is no context yet.");
  return current;
}
