/**
 * A folder for temporary files in memory. The tests create about a thousand files for each of
 * several hundred databases, and on a disk that takes an eighth of their total CPU time.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** A file system in memory, which most Linux systems have. */
const memory = "/dev/shm";
/** The tests use at most a quarter of it. In containers, the file system is often much smaller. */
const neededBytes = 6 * 2 ** 30;
const prefix = "halaqa-";

/**
 * Creates a folder that every account may use, like `/tmp`. It is removed when this process ends.
 * Undefined if there isn't enough memory.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasSpace()) return undefined;
  removeLeftovers();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => process.exit(1));
  }
  return folder;
}

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes && freemem() >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const [, owner] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (owner && !isRunning(Number(owner))) {
      rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
