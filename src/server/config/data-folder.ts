/** The folder for all data of a server. Other users of the machine can't read it. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

const others = 0o007;
const sticky = 0o1000;

/**
 * Creates the data folder and denies other users access to it and its contents. Permissions that an
 * operator gave to a group (for backups) don't change. Public folders such as /tmp aren't changed.
 */
export function ensureDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  mkdirSync(join(folder, "uploads"), { recursive: true, mode: 0o700 });
  if ((lstatSync(folder).mode & sticky) === 0) {
    // When root runs the server, PostgreSQL runs as another user, who must be able to enter the
    // folder.
    close(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  for (const name of readdirSync(folder)) {
    if (/^(secrets\.json|uploads|sandbox)$/.test(name)) close(join(folder, name), 0o700);
  }
}

function close(path: string, folderMode: number): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink() || status.uid !== process.getuid?.()) return;
  if ((status.mode & others) === 0 || (status.mode & 0o777) === folderMode) return;
  try {
    chmodSync(path, status.isDirectory() ? folderMode : 0o600);
  } catch (error) {
    // Some shared and foreign file systems don't support permissions. There, the mount options
    // restrict access.
    if (!/^(EPERM|ENOTSUP)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
