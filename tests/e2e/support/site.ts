/** The built product with its sandbox, started as a person would start it, on ports of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const startScript = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));

export interface Site {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** What the processes printed, for a failure's report. */
  output(): string;
  /** Stops as SIGTERM does and removes the data. @returns the exit code. */
  stop(): Promise<number | null>;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return address.port;
}

/** Waits until the site can serve; fails with its output when it ends before that. */
async function waitUntilReady(site: Site): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (site.process.exitCode !== null) throw new Error(`The site ended:\n${site.output()}`);
    const ready = await fetch(`${site.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`The site is not ready:\n${site.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param env further settings, e.g. `{ SEED: "demo" }`; the database is empty by default. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "halaqa-site-")));
  const port = await findFreePort();
  const sandboxPort = await findFreePort();
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
  const site: Site = {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    process: child,
    output: () => chunks.join(""),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
  await waitUntilReady(site);
  return site;
}

interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

/** The newest one-time code that came to an address; waits for the mail. */
export async function readCode(site: Site, address: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const response = await fetch(
      `${site.sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`,
    );
    const mails = (await response.json()) as Mail[];
    const code = mails.map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]).find(Boolean);
    if (code) return code;
    if (Date.now() > deadline) throw new Error(`No code came to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
