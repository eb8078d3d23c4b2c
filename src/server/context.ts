/**
 * The dependencies of every use case: configuration, database, log, jobs and providers.
 * `createContext` creates them once per process, or once per test file with its own database.
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

/** One open event stream. */
export interface Subscriber {
  profileId: string;
  sessionId: string;
  deliver(event: LiveEvent): void;
  /** Called when the session has ended. Nothing may be sent afterward. */
  end(): void;
}

/** Delivers changes in conversations to the members who have a stream open. */
export interface MessageHub {
  /** Once the returned promise resolves, the subscriber receives every event in their conversations. */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** How many streams the person has open in this process. */
  countStreams(profileId: string): number;
  /** Aborted when the hub stops. */
  readonly stopped: AbortSignal;
  stop(): Promise<void>;
}

export interface Context {
  config: Config;
  db: Db;
  log: Logger;
  jobs: JobQueue;
  stripe: Stripe;
  /** The available meeting services. A teacher connects one of them. */
  meetingProviders: readonly MeetingProvider[];
  mailer: Mailer;
  files: FileStore;
  limits: RateLimits;
  /** Changes in conversations, published by any process. */
  live: MessageHub;
  /** Removes cached pages that have one of the tags, in every process. Call it after the commit. */
  purgePages(tags: string[]): Promise<void>;
}

let current: Context | undefined;

/** Called once at startup. */
export function setContext(context: Context): void {
  current = context;
}

/** Returns the context for pages, which can't receive it as an argument. */
export function getContext(): Context {
  if (!current) throw new Error("The server has not started, so there is no context yet.");
  return current;
}
