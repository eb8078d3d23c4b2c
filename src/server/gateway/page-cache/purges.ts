/** Purges of cached pages, broadcast to all processes through PostgreSQL's NOTIFY. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { startListening } from "../../db/listening.ts";
import { pagePurges } from "../../monitoring/metrics.ts";

const channel = "halaqa_page_purges";
// PostgreSQL limits a notification to 8,000 bytes.
const maxPayloadLength = 7_500;

const Purge = z.object({
  /** The process that purges. It has already purged its own cache. */
  from: z.string(),
  tags: z.union([z.array(z.string()), z.literal("everything")]),
});

export type Tags = readonly string[] | "everything";

export interface Purges {
  /**
   * Purges this process's cache immediately, and then those of all other processes. Never rejects,
   * because the change is already committed, and the pages expire even without the notification.
   */
  purge(tags: Tags): Promise<void>;
  /** Resolves when this process receives messages. */
  listening: Promise<void>;
  stop(): Promise<void>;
}

interface PurgesOptions {
  databaseUrl: string;
  pool: pg.Pool;
  log: Logger;
  purgeHere(tags: Tags): void;
  /** Milliseconds before the next attempt to listen. Default: 500. */
  pauseMs?: number;
}

export function startPurges(options: PurgesOptions): Purges {
  const { pool, log, purgeHere } = options;
  const self = randomUUID();
  const { listening, stop } = startListening({
    databaseUrl: options.databaseUrl,
    log,
    channel,
    pauseMs: options.pauseMs,
    deliver,
    // Messages sent while disconnected are lost.
    onConnected: () => purgeHere("everything"),
  });

  function deliver(payload: string): void {
    const { from, tags } = Purge.parse(JSON.parse(payload));
    if (from === self) return;
    pagePurges.inc({ origin: "elsewhere" });
    purgeHere(tags);
  }

  return {
    async purge(tags) {
      pagePurges.inc({ origin: "here" });
      purgeHere(tags);
      // This happens when the process is stopped while it is still creating the demo data.
      if (pool.ending) return;
      const whole = JSON.stringify({ from: self, tags });
      const payload =
        Buffer.byteLength(whole) > maxPayloadLength
          ? JSON.stringify({ from: self, tags: "everything" })
          : whole;
      try {
        await pool.query("select pg_notify($1, $2)", [channel, payload]);
      } catch (error) {
        log.error({ err: error, tags }, "Other processes could not be notified of purged pages");
      }
    },
    listening,
    stop,
  };
}
