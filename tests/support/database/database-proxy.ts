/** A proxy in front of the database, for tests of connections that end at inconvenient moments. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { onTestFinished } from "vitest";

/** PostgreSQL's Terminate message, which a client sends to end its connection. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

export interface DatabaseProxy {
  url: string;
  /** The clients' ends of its connections. */
  clients: Socket[];
  /** Resolves when the first client ends its connection. */
  terminated: Promise<void>;
  /**
   * Withholds the response to the next statement that contains the text.
   * @returns when the statement has arrived, with a function that lets the response pass.
   */
  withhold(text: string): Promise<() => void>;
}

/**
 * Passes connections on to the database, except for Terminate messages, as if the database stopped
 * before it had read them.
 */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { host, port, user, database } = new pg.Client(url);
  const clients: Socket[] = [];
  const terminated = Promise.withResolvers<void>();
  let withheld: { text: string; arrived: (free: () => void) => void } | undefined;
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = host.startsWith("/")
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port });
    clients.push(client);
    client.on("data", (chunk) => {
      if (terminate.equals(chunk)) return terminated.resolve();
      if (withheld && chunk.includes(withheld.text)) {
        server.unpipe(client);
        withheld.arrived(() => void server.pipe(client));
        withheld = undefined;
      }
      server.write(chunk);
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
    withhold(text) {
      const statement = Promise.withResolvers<() => void>();
      withheld = { text, arrived: statement.resolve };
      return statement.promise;
    },
  };
}
