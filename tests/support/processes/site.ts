/** The built product with its sandbox, started with the start script on its own ports. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { makeDataDir, waitUntilReady } from "./ready.ts";

const startScript = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));

export interface Site {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** The exit code or signal of the start script. */
  ended: Promise<number | NodeJS.Signals>;
  /** The output of the processes, for failure reports. */
  output(): string;
  /** Stops the processes with SIGTERM and removes the data, unless its folder was given. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** Starts the script without waiting until it is ready. */
export async function launchSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = env.DATA_DIR ?? (await makeDataDir());
  const port = env.PORT ?? (await findFreePort());
  const sandboxPort = env.SANDBOX_PORT ?? (await findFreePort());
  const child = spawn(process.execPath, [startScript], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      SEED: "none",
      ...env,
    },
  });
  const chunks: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    process: child,
    ended,
    output: () => chunks.join(""),
    async stop() {
      child.kill("SIGTERM");
      const how = await ended;
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
      return how;
    },
  };
}

/** @param env further settings, such as `{ SEED: "demo" }`. By default the database is empty. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const site = await launchSite(env);
  try {
    await waitUntilReady(site.url, site);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}
