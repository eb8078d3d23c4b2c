/** Stops the listener: it accepts connections for a moment longer, then lets requests in progress finish. */
import type { Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

export interface DrainTimes {
  /** How long no new connection must arrive before the listener closes. Default 300. */
  quietMs?: number;
  /** When the listener closes at the latest. Default 2,000. */
  maxMs?: number;
}

/**
 * Keeps accepting until no new connection has arrived for a moment, because closing the listener resets
 * connections that the kernel has accepted and this process hasn't seen. Every response from now on
 * closes its connection, so that clients and proxies go elsewhere.
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
    // On a busy machine, the time may be over before the pending connections were processed.
    await nextTurn();
    await nextTurn();
  }
  server.off("connection", count);
}

const closeAfterwards = (_: unknown, res: ServerResponse): void => {
  res.shouldKeepAlive = false;
};

/**
 * Stops accepting, lets requests in progress finish, and closes those that take longer than
 * `patienceMs`. Idle connections are closed at once.
 */
export async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle once its response is sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
