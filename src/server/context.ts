/**
 * What every use case gets: configuration, database, log, jobs and providers. Made once per
 * process by the start (`createContext`), or per test file with its own database.
 */
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "./db/connection.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { FileStore } from "./providers/files.ts";
import type { Mailer } from "./providers/mail/mail.ts";
import type { MeetingProvider } from "./providers/meetings/meeting-provider.ts";
import type { RateLimits } from "./rate-limits.ts";

/** One open stream. */
export interface Subscriber {
  profileId: string;
  sessionId: string;
  deliver(event: LiveEvent): void;
  /** The session is over: nothing more may be sent. */
  end(): void;
}

/** Passes changes to conversations on to the people who have them open. */
export interface MessageHub {
  /** Once the returned promise resolves, no event of the person's threads is missed. */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** How many streams the person has open in this process. */
  countStreams(profileId: string): number;
  /** Aborted when the context stops. */
  readonly stopped: AbortSignal;
  stop(): Promise<void>;
}

export interface Context {
  config: Config;
  db: Db;
  log: Logger;
  jobs: JobQueue;
  stripe: Stripe;
  /** The services that have meetings. Teachers connect one of them. */
  meetingProviders: readonly MeetingProvider[];
  mailer: Mailer;
  files: FileStore;
  limits: RateLimits;
  /** Changes to conversations, from every process. */
  live: MessageHub;
  /** Drops cached pages that carry one of the tags, in every process. Call after the commit. */
  purgePages(tags: string[]): Promise<void>;
}

let current: Context | undefined;

/** Called once by the start of the process. */
export function setContext(context: Context): void {
  current = context;
}

/** The context for pages, which can't receive it as an argument. */
export function getContext(): Context {
  if (!current) throw new Error("The server has not started, so there is no context yet.");
  return current;
}
