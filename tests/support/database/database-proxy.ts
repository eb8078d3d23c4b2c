/** A proxy in front of the database, for tests of connections that end at inconvenient moments. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";

/** PostgreSQL's Terminate message, with which a client ends its connection. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

export interface DatabaseProxy {
  url: string;
  /** The clients' ends of its connections. */
  clients: Socket[];
  /** Resolves when the first client ends its connection. */
  terminated: Promise<void>;
}

/**
 * Passes connections on to the database, except for Terminate messages, as if the database stopped
 * before it had read them.
 */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { host, port, user, database } = new pg.Client(url);
  const clients: Socket[] = [];
  const terminated = Promise.withResolvers<void>();
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    clients.push(client);
    client.on("data", (chunk) => {
      if (terminate.equals(chunk)) terminated.resolve();
      else server.write(chunk);
    });
    server.pipe(client);
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${database}`,
    clients,
    terminated: terminated.promise,
  };
}
