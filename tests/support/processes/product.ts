/**
 * The product as `npm start` runs it, but with processes that the test controls: the server can be
 * killed and restarted while the sandbox keeps running. All processes end with the test.
 */
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { startSandbox } from "../../../scripts/sandbox.ts";
import { type Child, startChild } from "../../../scripts/support/child.ts";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { quickStart } from "../setup/quick-start-env.ts";
import { type Call, createCall } from "./client.ts";
import { type Market, useDatabase } from "./market.ts";
import { copyDatabase, makeDataDir, waitUntilReady } from "./ready.ts";

const serverProgram = fileURLToPath(new URL("../../../src/server/main.ts", import.meta.url));

export interface Product extends Market {
  url: string;
  /** The most recently started server process. */
  server(): Child;
  /** The log output of all server processes so far. */
  output(): string;
  /** Starts another server process on the same port and data, without waiting until it is ready. */
  startServer(): Child;
  /** Resolves when the server is ready. Rejects with its output if it ends or takes too long. */
  ready(): Promise<void>;
  /**
   * Starts another server of the same deployment with its own port and data folder, and waits until
   * it is ready. It uses the first server's database and ends with the product. `settings` override
   * those of the first server.
   */
  addServer(settings?: Record<string, string>): Promise<OtherServer>;
  /** Stops everything and removes the data. Resolves with the server's exit code or signal. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface OtherServer {
  url: string;
  call: Call;
}

/** Starts a server and collects its log output, without waiting until it is ready. */
export function startServerProcess(env: NodeJS.ProcessEnv, logged: string[]): Child {
  const child = startChild("server", [serverProgram], env, "pipe");
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on("data", (chunk: Buffer) => logged.push(chunk.toString()));
  }
  return child;
}

/**
 * Starts the sandbox and a server with their own ports and database, and waits until they are
 * ready. The database is empty, and rate limits are relaxed.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await copyDatabase(inject("preparedDataDir"));
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
