/**
 * The product as `npm start` runs it, but with each process in the test's own hands: the server
 * can be killed and started again while the sandbox lives on. All of them end with the test.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { getConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import { createPool } from "#server/db/connection.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { loadSecrets } from "#server/secrets.ts";
import { type Child, startChild } from "../../scripts/child.ts";
import { startSandbox } from "../../scripts/sandbox.ts";
import { type Call, createCall } from "./process-client.ts";
import { findFreePort } from "./process-ports.ts";
import { quietLog } from "./server-url.ts";

const program = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url));

export interface Product {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** The server process that was started last. */
  server(): Child;
  /** What all server processes have logged so far. */
  output(): string;
  /** Starts another server process on the same port and data; doesn't wait until it is ready. */
  startServer(): Child;
  /** Resolves when the server is ready; rejects with its output when it ends or isn't in time. */
  ready(): Promise<void>;
  /** Calls the server. */
  call: Call;
  /** Calls the sandbox. */
  sandbox: Call;
  /** Works with the server's own code on its database, to set up what a test begins with. */
  withContext<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /** Stops everything and removes the data. Resolves with how the server ended. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** A new folder for a product's data, which the account of an embedded database may enter. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-data-"));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts sandbox and server on ports and a database of their own, and waits until they are ready.
 * The database is empty and no rate limit is in the way.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await makeDataDir();
  const secrets = loadSecrets(dataDir);
  const own: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
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
  const startServer = (): Child => {
    const child = startChild("server", [program], env, "pipe");
    for (const stream of [child.process.stdout, child.process.stderr]) {
      stream?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
    }
    return child;
  };
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
    ready: () => waitUntilReady(url, server, product.output),
    call: createCall(url),
    sandbox: createCall(`http://127.0.0.1:${env.SANDBOX_PORT}`),
    async withContext(work) {
      const { url: databaseUrl } = await attachEmbeddedPostgres(dataDir);
      const pool = createPool(databaseUrl, { log: quietLog });
      const log = pino({ level: "silent" });
      const context = await createContext({ config, pool, databaseUrl, log });
      try {
        return await work(context);
      } finally {
        await closeContext(context);
        await pool.end();
      }
    },
    async stop() {
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

/**
 * Waits until a server answers that it is ready.
 *
 * @param output what to show when it ends before that, or isn't ready within two minutes.
 */
export async function waitUntilReady(
  url: string,
  { process }: Pick<Child, "process">,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (process.exitCode !== null || process.signalCode !== null) {
      throw new Error(`The server ended before it was ready:\n${output()}`);
    }
    if (Date.now() > deadline) throw new Error(`The server is not ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
