/**
 * The product as `npm start` runs it, but with each process in the test's own hands: the server
 * can be killed and started again while the sandbox lives on. All of them end with the test.
 */
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { type Child, startChild } from "../../scripts/child.ts";
import { startSandbox } from "../../scripts/sandbox.ts";
import { type Call, createCall } from "./process-client.ts";
import { type Market, useDatabase } from "./process-market.ts";
import { findFreePort } from "./process-ports.ts";
import { copyDataDir, makeDataDir, waitUntilReady } from "./process-ready.ts";
import { quickStart } from "./quick-start-env.ts";

const serverProgram = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url));

export interface Product extends Market {
  url: string;
  /** The server process that was started last. */
  server(): Child;
  /** What all server processes have logged so far. */
  output(): string;
  /** Starts another server process on the same port and data; doesn't wait until it is ready. */
  startServer(): Child;
  /** Resolves when the server is ready; rejects with its output when it ends or isn't in time. */
  ready(): Promise<void>;
  /**
   * Starts one more server of the same deployment on a port and a folder of its own, and waits until
   * it is ready. It works on the first server's database, and ends with the product. The settings
   * go before those of the first.
   */
  addServer(settings?: Record<string, string>): Promise<OtherServer>;
  /** Stops everything and removes the data. Resolves with how the server ended. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface OtherServer {
  url: string;
  call: Call;
}

/** Starts a server and gathers what it logs; doesn't wait until it is ready. */
export function startServerProcess(env: NodeJS.ProcessEnv, logged: string[]): Child {
  const child = startChild("server", [serverProgram], env, "pipe");
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on("data", (chunk: Buffer) => logged.push(chunk.toString()));
  }
  return child;
}

/**
 * Starts sandbox and server on ports and a database of their own, and waits until they are ready.
 * The database is empty and no rate limit is in the way.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await copyDataDir(inject("preparedDataDir"));
  const secrets = loadSecrets(dataDir);
  const own: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    ...quickStart,
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    SEED: "none",
    RATE_LIMIT_FACTOR: "1000",
    ...settings,
  };
  const sandbox = await startSandbox(getConfig(own, secrets), secrets, {
    ...own,
    SANDBOX_PORT: "0",
  });
  const env = { ...own, ...sandbox.env };
  const config = getConfig(env, secrets);
  const url = `http://127.0.0.1:${config.port}`;

  const chunks: string[] = [];
  const others: { child: Child; folder: string }[] = [];
  const startServer = () => startServerProcess(env, chunks);
  let server = startServer();

  const product: Product = {
    url,
    sandboxUrl: `http://127.0.0.1:${env.SANDBOX_PORT}`,
    dataDir,
    server: () => server,
    output: () => chunks.join(""),
    startServer() {
      server = startServer();
      return server;
    },
    ready: () => waitUntilReady(url, { process: server.process, output: product.output }),
    call: createCall(url),
    sandbox: createCall(`http://127.0.0.1:${env.SANDBOX_PORT}`),
    withContext: (work) => useDatabase(config, work),
    async addServer(settings = {}) {
      const folder = await makeDataDir();
      await copyFile(join(dataDir, "secrets.json"), join(folder, "secrets.json"));
      const port = await findFreePort();
      const { url: database } = await attachEmbeddedPostgres(dataDir);
      const place = { DATA_DIR: folder, PORT: String(port), DATABASE_URL: database };
      const child = startServerProcess(
        { ...env, ...place, APP_URL: config.appUrl, ...settings },
        chunks,
      );
      others.push({ child, folder });
      const address = `http://127.0.0.1:${port}`;
      await waitUntilReady(address, { process: child.process, output: product.output });
      return { url: address, call: createCall(address) };
    },
    async stop() {
      for (const { child, folder } of others) {
        await child.stop();
        await rm(folder, { recursive: true, force: true });
      }
      const how = await server.stop();
      await sandbox.child.stop();
      await rm(dataDir, { recursive: true, force: true });
      return how;
    },
  };
  try {
    await product.ready();
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product;
}
