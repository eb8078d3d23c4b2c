/** Watches the folder of the nightly backups, because a stopped backup service can't report itself. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";

const hour = 60 * 60 * 1000;

/** A night and the time that a large backup takes. */
const maxAgeMs = 28 * hour;

/** When the newest complete backup in the folder was made. */
export async function findNewestBackup(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const times = await Promise.all(
    names
      .filter((name) => name.endsWith(".dump"))
      .map(async (name) => (await stat(join(folder, name))).mtime),
  );
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

/** Whether a backup was made last night. */
export const isRecentBackup = (newest: Date, now: Date): boolean =>
  now.getTime() - newest.getTime() <= maxAgeMs;

/** Logs an error if there is no recent backup. */
export async function checkBackups(
  folder: string,
  log: Pick<Logger, "error">,
  now: Date,
): Promise<void> {
  try {
    const newest = await findNewestBackup(folder);
    if (newest && isRecentBackup(newest, now)) return;
    const found = newest ? { newest: newest.toISOString() } : {};
    log.error(found, "There is no backup from last night. Check the log of the backup service");
  } catch (error) {
    log.error({ err: error }, "The backups can't be checked");
  }
}

/** Checks every hour, starting after one hour, when a new deployment has its first backup. */
export function watchBackups(folder: string, log: Pick<Logger, "error">): void {
  setInterval(() => void checkBackups(folder, log, new Date()), hour).unref();
}
