/**
 * The operating system account that runs PostgreSQL. PostgreSQL refuses to run as root, so root
 * runs it as the owner of an existing data folder, or as `nobody` for a new one.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";

export interface Account {
  uid: number;
  gid: number;
  /** Whether this process is root and must start PostgreSQL under a different account. */
  switched: boolean;
}

const isRoot = () => process.getuid?.() === 0;

/** The account for the data folder `clusterDir`, which doesn't have to exist yet. */
export function chooseAccount(clusterDir: string): Account {
  if (!isRoot()) {
    return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, switched: false };
  }
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true };
  return { ...readNobody(), switched: true };
}

function readNobody(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  const [uid, gid] = line ? [Number(line[1]), Number(line[2])] : [65534, 65534];
  // macOS stores -2, but system calls expect an unsigned number.
  return { uid: uid >>> 0, gid: gid >>> 0 };
}

/** Options for `spawn` to run a program under the account. */
export function runAs(account: Account): { uid?: number; gid?: number; cwd: string } {
  // The account may not have access to the current working directory.
  return account.switched ? { uid: account.uid, gid: account.gid, cwd: "/" } : { cwd: "/" };
}

/**
 * Whether the account has a permission on a path: `x` to enter a folder or execute a file, `w` to
 * write. The check tries the access, because ACLs and mount options count too.
 */
export function mayAccess(account: Account, permission: "x" | "w", path: string): boolean {
  const probe = spawnSync(
    "/bin/sh",
    ["-c", `test -${permission} "$1"`, "sh", path],
    runAs(account),
  );
  if (probe.error) {
    throw new Error(
      "PostgreSQL doesn't run as root, and no program can be started as 'nobody' here. Start Halaqa as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
      { cause: probe.error },
    );
  }
  return probe.status === 0;
}

/** Creates the folder if necessary, and gives the account access to it. */
export function ensureFolder(path: string, account: Account): void {
  const created = mkdirSync(path, { recursive: true });
  // The process's umask may deny others access to new folders.
  if (created !== undefined && account.switched) chmodSync(path, 0o755);
}
