/** Starts one PostgreSQL server as a child process, waits until it is ready, and stops it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, runAs } from "./account.ts";
import type { SupervisorLog } from "./supervisor-log.ts";

export interface ServerOptions {
  account: Account;
  clusterDir: string;
  /** Tests set this to false, which is faster but loses data if the machine crashes. */
  durable: boolean;
  log: SupervisorLog;
  maxConnections: number;
  postgres: string;
  socketFolder: string;
}

export interface Server {
  pid: number;
  /** Resolves when the server has ended for any reason, with the last lines of its output. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * The shell becomes the server, and leaves behind a watchdog that reads from the app's pipe (3). A
 * line means that the server has ended. If the pipe closes without a line, the app has died. The
 * watchdog isn't a child of the server, because PostgreSQL treats the exit of an unknown child as a
 * crash.
 */
const startUnderWatchdog = `
server=$$
(
  exec 2>/dev/null
  {
    read -r ended <&3 && exit
    kill -INT $server || exit
    for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
      sleep 0.2
      kill -0 $server || exit
    done
    kill -QUIT $server
  } &
)
exec "$@" 3<&-
`;

/**
 * Starts the server and resolves when it accepts connections. Rejects with its output if it doesn't
 * start.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const child = spawn(
    "/bin/sh",
    ["-c", startUnderWatchdog, "sh", options.postgres, ...serverArguments(options)],
    {
      ...runAs(options.account),
      // A separate session, so that Ctrl+C in a terminal reaches only the app, which stops the
      // server last.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    },
  );
  const ended = waitUntilEnded(child, options.log);
  await Promise.race([
    waitUntilReady(options.clusterDir, child),
    ended.then((output) => Promise.reject(new Error(`PostgreSQL didn't start:\n${output}`))),
  ]);
  return { pid: child.pid ?? -1, ended, stop: () => stopServer(child, ended) };
}

function serverArguments(options: ServerOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: "",
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: "0700",
    max_connections: options.maxConnections,
    // Small containers have 64 MB of /dev/shm, and some report huge pages that they don't have.
    dynamic_shared_memory_type: "mmap",
    huge_pages: "off",
    // No worker processes and no replication, because this is a single small machine.
    io_method: "sync",
    jit: "off",
    wal_level: "minimal",
    max_wal_senders: 0,
    // Limits how much WAL a start after a crash has to replay.
    max_wal_size: "256MB",
    random_page_cost: 1.1,
    timezone: "UTC",
    // The app reports failed statements itself. Their values are personal data, so the server must
    // not log them.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    log_line_prefix: "",
    "halaqa.owner": process.pid,
    ...(options.durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return ["-D", options.clusterDir, ...parameters];
}

/** Writes the server's messages to the log. Resolves with the last ones when the server ends. */
async function waitUntilEnded(child: ChildProcess, log: SupervisorLog): Promise<string> {
  const [messages, lifeline] = child.stdio.slice(2, 4) as [Readable, Writable];
  const last: string[] = [];
  const lines = createInterface({ input: messages });
  lines.on("line", (line) => {
    last.push(line);
    if (last.length > 20) last.shift();
    // Terminated connections are expected, because the app stops the server.
    if (/^(FATAL|PANIC):(?! {2}terminating connection)/.test(line)) log.warn(`PostgreSQL: ${line}`);
    else log.debug(`PostgreSQL: ${line}`);
  });
  await Promise.all([once(child, "exit"), once(lines, "close")]);
  // The watchdog may already have exited.
  lifeline.on("error", () => {});
  await new Promise<void>((resolve) => lifeline.end("ended\n", resolve));
  return last.join("\n");
}

/** Recovery after a crash can take long, so this waits as long as the server is running. */
async function waitUntilReady(clusterDir: string, child: ChildProcess): Promise<void> {
  const file = join(clusterDir, "postmaster.pid");
  while (child.exitCode === null && child.signalCode === null) {
    const lines = await readFile(file, "utf8").then(
      (text) => text.split("\n"),
      () => [],
    );
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return;
    await sleep(10);
  }
}

/**
 * First in fast mode, which rolls back open transactions and writes everything to disk. Then with
 * stronger signals.
 */
async function stopServer(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const patience: [NodeJS.Signals, number][] = [
    ["SIGINT", 6_000],
    ["SIGQUIT", 2_000],
  ];
  for (const [signal, milliseconds] of patience) {
    child.kill(signal);
    const timer = new AbortController();
    const late = sleep(milliseconds, true, { signal: timer.signal }).catch(() => false);
    const isLate = await Promise.race([ended.then(() => false), late]);
    timer.abort();
    if (!isLate) return;
  }
  child.kill("SIGKILL");
  await ended;
}
