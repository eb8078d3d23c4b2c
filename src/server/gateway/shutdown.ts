/**
 * Stops the listener: accepts connections for a moment longer, and then lets requests in flight
 * finish.
 */
import type { Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

export interface DrainTimes {
  /** The listener closes after this many milliseconds without a new connection. Default: 300. */
  quietMs?: number;
  /** The listener closes after this many milliseconds at the latest. Default: 2,000. */
  maxMs?: number;
}

/**
 * Keeps accepting connections until no new one has arrived for a moment, because closing the
 * listener resets connections that the kernel has accepted but this process hasn't seen. From now
 * on, every response closes its connection, so that clients and proxies use another server.
 */
export async function drainServer(server: Server, times: DrainTimes = {}): Promise<void> {
  const { quietMs = 300, maxMs = 2_000 } = times;
  const end = performance.now() + maxMs;
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  server.on("connection", count);
  server.prependListener("request", closeAfterwards);
  server.prependListener("checkContinue", closeAfterwards);
  for (let seen = -1; seen !== connections && performance.now() < end; ) {
    seen = connections;
    await sleep(Math.min(quietMs, Math.max(0, end - performance.now())));
    // On a busy machine, the time may be up before pending connections have been processed.
    await nextTurn();
    await nextTurn();
  }
  server.off("connection", count);
}

const closeAfterwards = (_: unknown, res: ServerResponse): void => {
  res.shouldKeepAlive = false;
};

/**
 * Stops accepting connections, lets requests in flight finish, and aborts those that take longer
 * than `patienceMs`. Idle connections are closed immediately.
 */
export async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections become idle when their response is sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
