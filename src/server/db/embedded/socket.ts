/** The folder of the server's Unix socket, and the URL that uses it. */
import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { socketPath } from "./lock-file.ts";

// The operating system's limit for a socket path, without the terminating null byte.
const maxPathLength = process.platform === "darwin" ? 103 : 107;

/**
 * Returns a folder that only the server's account can enter: the database folder, or a shorter path
 * in the temporary folder if that path is too long for a socket.
 */
export function ensureSocketFolder(clusterDir: string, account: Account): string {
  if (Buffer.byteLength(socketPath(clusterDir)) <= maxPathLength) return clusterDir;
  const name = createHash("sha256").update(clusterDir).digest("hex").slice(0, 16);
  const temporary = Buffer.byteLength(tmpdir()) < 40 ? tmpdir() : "/tmp";
  const folder = join(temporary, `halaqa-${name}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account.switched) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = lstatSync(folder);
  // Anyone can write to the temporary folder, so an existing folder may belong to an attacker.
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} is needed for the database's socket, but isn't a private folder of the account that runs it. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}

/** The URL of a database behind the socket, for `pg` and command-line tools. */
export function socketUrl(folder: string, database: string): string {
  return `postgres://halaqa@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
