/** Reads the `postmaster.pid` of a PostgreSQL server and checks whether it is stale. */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

export interface RunningServer {
  pid: number;
  /** The folder of the server's socket. Empty during startup. */
  socketFolder: string;
  /** Whether the socket accepts connections. */
  listening: boolean;
  /**
   * Who owns the server: the running process `owner` that started it (`owned`), a process that has
   * died (`orphan`), or a process that isn't visible on this machine (`elsewhere`), such as one in
   * another container.
   */
  state: "owned" | "orphan" | "elsewhere";
  owner: number | undefined;
}

/**
 * The server that uses the database folder. `undefined` without a lock file; `"stale"` if the
 * server is gone, even if another process has reused its PID.
 */
export async function findServer(clusterDir: string): Promise<RunningServer | "stale" | undefined> {
  const lines = readLines(join(clusterDir, "postmaster.pid"));
  if (!lines) return undefined;
  const pid = Math.abs(Number(lines[0]));
  const socketFolder = lines[4] ?? "";
  const listening = socketFolder !== "" && (await answers(socketPath(socketFolder)));
  if (!worksIn(pid, clusterDir)) {
    return listening
      ? { pid, socketFolder, listening, state: "elsewhere", owner: undefined }
      : "stale";
  }
  const owner = findOwner(pid);
  return { pid, socketFolder, listening, state: owner ? "owned" : "orphan", owner };
}

/**
 * Removes the lock files of a server that is gone. PostgreSQL does this too, but mistakes any
 * process with the same PID for that server.
 */
export function removeStaleLocks(clusterDir: string, socketFolder: string): void {
  for (const file of [join(clusterDir, "postmaster.pid"), `${socketPath(socketFolder)}.lock`]) {
    const pid = Number(readLines(file)?.[0]);
    if (!worksIn(Math.abs(pid), clusterDir)) rmSync(file, { force: true });
  }
}

export function socketPath(folder: string): string {
  return join(folder, ".s.PGSQL.5432");
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** A PostgreSQL server's working directory is its database folder. */
function worksIn(pid: number, clusterDir: string): boolean {
  if (process.platform !== "linux") return inspect(pid, "command").includes(clusterDir);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch {
    return false;
  }
}

/**
 * The server is a child of the process that started it, whose PID is one of its arguments. An
 * orphan has a different parent.
 */
function findOwner(pid: number): number | undefined {
  const owner = Number(/halaqa\.owner=(\d+)/.exec(inspect(pid, "command"))?.[1]);
  return Number(inspect(pid, "ppid")) === owner ? owner : undefined;
}

/** What the system reports about a process. Empty if the process is gone. */
function inspect(pid: number, what: "command" | "ppid"): string {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-ww", "-o", `${what}=`, "-p", String(pid)], { encoding: "utf8" });
    }
    if (what === "command") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
