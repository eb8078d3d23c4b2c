/**
 * The dependencies of every use case: configuration, database, log, jobs and providers.
 * `createContext` creates them once per process, or once per test file with its own database.
 */
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { ShownTranslations } from "#lib/live-pages/live-pages.rules.ts";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import type { SettingKey, SettingValues } from "#lib/settings/settings.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "./db/connection.ts";
import type { JobQueue } from "./jobs/jobs.ts";
import type { FileStore } from "./providers/files.ts";
import type { Mailer } from "./providers/mail/mail.ts";
import type { MeetingProvider } from "./providers/meetings/meeting-provider.ts";
import type { NamedPerson } from "./public-person.ts";
import type { RateLimits } from "./rate-limits.ts";

/** One open event stream. */
export interface Subscriber {
  profileId: string;
  sessionId: string;
  /** The client address of the stream. */
  address: string;
  deliver(event: LiveEvent): void;
  /** Called when the session has ended. Nothing may be sent afterward. */
  end(): void;
}

/** Delivers changes in conversations to the members who have a stream open. */
export interface MessageHub {
  /**
   * Once the returned promise resolves, the subscriber receives every event in their conversations.
   */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** How many streams the person has open in this process. */
  countStreams(profileId: string): number;
  /** How many streams clients with this address have open in this process. */
  countStreamsFrom(address: string): number;
  /** Aborted when the hub stops. */
  readonly stopped: AbortSignal;
  stop(): Promise<void>;
}

/** The live page of a class, with the people whom it names. Verses are numbered from 1 to 6,236. */
export interface StoredLivePage {
  classId: string;
  /** 0 until the first change. */
  seq: number;
  lead: LivePagePerson;
  leadEpoch: number;
  cohostIds: string[];
  shared: boolean;
  first: number | null;
  last: number | null;
  current: number | null;
  translations: ShownTranslations;
  transliteration: boolean;
  gloss: boolean;
  locked: boolean;
  reciter: LivePagePerson | null;
  /** When the lead last changed something, in milliseconds. 0 until the first change. */
  updatedAt: number;
}

export interface LivePagePerson extends NamedPerson {
  id: string;
}

/** What a live page shows of its class. */
export interface LiveClassFacts {
  courseId: string;
  courseTitle: string;
  startsAt: Date;
  endsAt: Date;
  isCanceled: boolean;
  /** Whether the class's meeting is in Zoom. */
  isInZoom: boolean;
  /** Increases when the class is changed. */
  sequence: number;
}

/** The word or verse that the lead points at. */
export interface LivePagePointer {
  verse: number;
  word: number | null;
}

/** Who has the page of a class open, according to the database and to this process. */
export interface LivePagePresences {
  /** The people with a stream in this process. */
  here: ReadonlySet<string>;
  /** The students of the course, and the teacher if the page is, or was, open for them. */
  people: (LivePagePerson & { isHere: boolean; hasOpened: boolean })[];
  /** The raised hands in their order. */
  hands: (LivePagePerson & { raisedAt: Date })[];
  /** When each person who isn't here last sent anything, in milliseconds. */
  seenAt: ReadonlyMap<string, number>;
}

/** One open stream of a live page. */
export interface LivePageStream {
  id: string;
  classId: string;
  courseId: string;
  hostId: string;
  profileId: string;
  sessionId: string;
  send(frame: Uint8Array): void;
  /** Called when the viewer's rights or the session have ended. Nothing may be sent afterward. */
  end(): void;
}

export interface LivePageWatch {
  /** Whether the viewer's enrollment or session has ended in the meantime. */
  readonly hasEnded: boolean;
  close(): void;
}

/** Delivers live pages to the people who have a stream open, and tracks who they are. */
export interface LivePageHub {
  /**
   * Tracks a class's page from now on, so that no change is missed between reading the page and
   * following it. Resolves once this process receives the changes that others make.
   */
  watch(classId: string, viewer: { profileId: string; sessionId: string }): Promise<LivePageWatch>;
  /**
   * Sends the current page and class, and then every change. The class must be watched. @returns a
   * function that stops following.
   */
  follow(
    stream: LivePageStream,
    current: { page: StoredLivePage; facts: LiveClassFacts },
  ): () => void;
  /** Passes a new state to the followers in this process. Older states have no effect. */
  deliver(page: StoredLivePage): void;
  /** Sends a pointer to all processes. If there are many, only the latest one is sent. */
  point(page: StoredLivePage, pointer: LivePagePointer): void;
  /** What the lead has just pointed at. */
  pointerOf(classId: string): LivePagePointer | undefined;
  /** The page, if its lead's rights were checked a few seconds ago. Used for pointers. */
  findChecked(classId: string): StoredLivePage | undefined;
  rememberChecked(page: StoredLivePage): void;
  readPresences(classId: string): Promise<LivePagePresences>;
  /** Reads the presences and hands again, and sends them to the followers in this process. */
  refreshPresence(classId: string): void;
  /**
   * Records that the client of a stream still receives its events.
   * @returns false if this process has no such stream of the person.
   */
  confirm(streamId: string, profileId: string): boolean;
  /**
   * Notifies other processes that the client of a stream still receives its events, at most once in
   * five seconds for a person and class.
   */
  forwardAnswer(answer: { classId: string; streamId: string; profileId: string }): void;
  /** How many streams of a person, or from a client address, are open in this process. */
  countStreams(key: string): number;
  countStream(keys: readonly string[]): () => void;
  stop(): Promise<void>;
}

/** The settings that staff change without a restart, the same on all servers. */
export interface SettingsStore {
  read<Key extends SettingKey>(key: Key): SettingValues[Key];
  /** Reads the settings again, and then calls the listeners if one has changed. */
  reload(): Promise<void>;
  /** Registers a listener that is called when a change affects what pages show. */
  onChange(listener: () => void | Promise<void>): void;
  /** Resolves when this process receives changes of others. */
  listening: Promise<void>;
  stop(): Promise<void>;
}

export interface Context {
  config: Config;
  settings: SettingsStore;
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
  /** The live pages of classes, changed by any process. */
  livePages: LivePageHub;
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
