/**
 * Receives messages from other processes through PostgreSQL's NOTIFY, and recovers from broken
 * connections.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

const heartbeatMs = 10_000;

interface ListeningOptions {
  databaseUrl: string;
  log: Logger;
  channel: string;
  /** Called with each payload. Must not throw. */
  deliver(payload: string): void;
  /** More channels of the same connection, with what is called for each. */
  others?: Readonly<Record<string, (payload: string) => void>>;
  /**
   * Called whenever a connection starts to listen: the first time, and after every interruption,
   * during which messages were lost.
   */
  onConnected?: () => void;
  /** Milliseconds before the next attempt to listen. Default: 500. */
  pauseMs?: number | undefined;
}

export interface Listening {
  /** Resolves when this process receives messages. */
  listening: Promise<void>;
  stop(): Promise<void>;
}

/** Listens on a separate connection, and reconnects whenever it breaks. */
export function startListening(options: ListeningOptions): Listening {
  const { channel, log } = options;
  const channels = { ...options.others, [channel]: options.deliver };
  const stopping = new AbortController();
  const listening = Promise.withResolvers<void>();
  const ended = listen();

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.warn(
          { err: error, channel },
          "Lost the connection to events from other processes; reconnecting",
        );
      }
      await sleep(options.pauseMs ?? 500, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Runs until the connection ends, and then resolves or rejects. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: channel,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const broken = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.on("end", () => reject(new Error("The connection was closed")));
      stopping.signal.addEventListener("abort", () => reject(new Error("Stopped")));
    });
    // The connection may break before this promise is awaited.
    broken.catch(() => {});
    client.on("notification", ({ channel: from, payload }) => channels[from]?.(payload ?? ""));
    try {
      await client.connect();
      for (const each of Object.keys(channels)) {
        await client.query(`listen ${pg.escapeIdentifier(each)}`);
      }
      options.onConnected?.();
      listening.resolve();
      await Promise.race([broken, pollConnection(client)]);
    } finally {
      client.removeAllListeners("end");
      await client.end().catch(() => {});
    }
  }

  /**
   * Sends queries regularly, because a missing response reveals a server that disappeared without
   * closing the connection.
   */
  async function pollConnection(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal: stopping.signal });
      await client.query("select");
    }
  }

  return {
    listening: listening.promise,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
