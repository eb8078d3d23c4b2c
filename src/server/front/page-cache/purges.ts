/**
 * Purges of cached pages, told to every process over PostgreSQL's NOTIFY. Each process listens on
 * one connection of its own and makes a new one when that breaks.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { pagePurges } from "../../metrics.ts";

const channel = "halaqa_page_purges";
// PostgreSQL's limit for a notification is 8,000 bytes.
const longestPayload = 7_500;
const heartbeatMs = 10_000;

const Purge = z.object({
  /** The process that purges; it has done so itself before it told the others. */
  from: z.string(),
  tags: z.union([z.array(z.string()), z.literal("everything")]),
});

export type Tags = readonly string[] | "everything";

export interface Purges {
  /**
   * Purges here at once, then in all other processes. Never rejects: the change that made the
   * pages old is committed, and without the notification they stay at most as long as they said.
   */
  purge(tags: Tags): Promise<void>;
  /** Resolves once this process hears the others. */
  listening: Promise<void>;
  stop(): Promise<void>;
}

interface PurgesOptions {
  databaseUrl: string;
  pool: pg.Pool;
  log: Logger;
  purgeHere(tags: Tags): void;
  /** Milliseconds before another try to listen. Default 500. */
  pauseMs?: number;
}

export function startPurges(options: PurgesOptions): Purges {
  const { pool, log, purgeHere } = options;
  const self = randomUUID();
  const stopping = new AbortController();
  const listening = Promise.withResolvers<void>();
  const ended = listen();

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.warn({ err: error }, "Purges of other processes can't be heard; trying again");
      }
      await sleep(options.pauseMs ?? 500, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Resolves or rejects when the connection is over. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: "halaqa-purges",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const broken = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.on("end", () => reject(new Error("The connection was closed")));
      stopping.signal.addEventListener("abort", () => reject(new Error("Stopped")));
    });
    // It may break while nobody waits for it yet.
    broken.catch(() => {});
    client.on("notification", ({ payload }) => hear(payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      // Whatever was said before is lost.
      purgeHere("everything");
      listening.resolve();
      await Promise.race([broken, keepAsking(client)]);
    } finally {
      client.removeAllListeners("end");
      await client.end().catch(() => {});
    }
  }

  /** A server that has gone without a word is found out by a question it doesn't answer. */
  async function keepAsking(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: stopping.signal });
      await client.query("select");
    }
  }

  function hear(payload: string): void {
    const { from, tags } = Purge.parse(JSON.parse(payload));
    if (from === self) return;
    pagePurges.inc({ origin: "elsewhere" });
    purgeHere(tags);
  }

  return {
    async purge(tags) {
      pagePurges.inc({ origin: "here" });
      purgeHere(tags);
      const whole = JSON.stringify({ from: self, tags });
      const payload =
        Buffer.byteLength(whole) > longestPayload
          ? JSON.stringify({ from: self, tags: "everything" })
          : whole;
      try {
        await pool.query("select pg_notify($1, $2)", [channel, payload]);
      } catch (error) {
        log.error({ err: error, tags }, "Other processes could not be told to purge pages");
      }
    },
    listening: listening.promise,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
