import type { Server } from "node:http";

/**
 * Stops accepting, lets requests in flight finish, and cuts those that take longer than
 * `patienceMs`. Connections on which nobody waits for an answer are closed at once.
 */
export async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle whenever its answer has gone out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
