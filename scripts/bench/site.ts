/** Runs the built product with the demo data in an empty data folder. */

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { startSandbox } from "../sandbox.ts";
import { type Child, startChild, UnexpectedEnd } from "../support/child.ts";
import { findFreePort } from "../support/free-port.ts";
import { ensureBuilt } from "../support/site-build.ts";

export interface BenchSite {
  url: string;
  dataDir: string;
  /** A folder for files of this run, which is removed at the end. */
  folder: string;
  /** Starts another server on the same database, which stops with the site. @returns its URL. */
  startSecondServer(): Promise<string>;
  stop(): Promise<void>;
}

const serverProgram = join(import.meta.dirname, "..", "..", "src", "server", "main.ts");

/** @param settings changes settings of the server, such as `LANGUAGES`. */
export async function startSite(settings: NodeJS.ProcessEnv = {}): Promise<BenchSite> {
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), "halaqa-bench-"));
  // When started by root, the database runs under a different account, which needs access.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  const [port, sandboxPort] = await Promise.all([findFreePort(), findFreePort()]);
  const own = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    SEED: "demo",
    // Rate limits aren't part of the measurement.
    RATE_LIMIT_FACTOR: "1000000",
    LOG_LEVEL: "warn",
    ...settings,
  };
  const secrets = loadSecrets(dataDir);
  const children: Child[] = [];
  const stop = async () => {
    for (const child of children.reverse()) await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const config = getConfig(own, secrets);
    const sandbox = await startSandbox(config, secrets, own);
    children.push(sandbox.child);
    const env = { ...own, ...sandbox.env };
    const startServer = async (name: string, changes: NodeJS.ProcessEnv): Promise<string> => {
      const server = startChild(name, [serverProgram], { ...env, ...changes });
      children.push(server);
      const url = `http://127.0.0.1:${changes.PORT}`;
      const early = await Promise.race([server.ended, waitUntilReady(url)]);
      if (early !== "ready") throw new UnexpectedEnd(name, early);
      return url;
    };
    const url = await startServer("server", { PORT: String(port) });
    const startSecondServer = async () => {
      const secondDataDir = join(folder, "data-2");
      mkdirSync(secondDataDir);
      // Access tokens from one server are valid on the other one.
      copyFileSync(join(dataDir, "secrets.json"), join(secondDataDir, "secrets.json"));
      return startServer("second server", {
        PORT: String(await findFreePort()),
        APP_URL: config.appUrl,
        DATA_DIR: secondDataDir,
        DATABASE_URL: (await attachEmbeddedPostgres(dataDir)).url,
      });
    };
    return { url, dataDir, folder, startSecondServer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(url: string): Promise<"ready"> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return "ready";
    await sleep(200);
  }
}
