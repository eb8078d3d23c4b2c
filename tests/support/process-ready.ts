import { type ChildProcess, execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A new folder for a product's data, which the account of an embedded database may enter. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-data-"));
  await chmod(folder, 0o755);
  return folder;
}

/** A new data folder with a copy of another one's database, whose owner stays. */
export async function copyDataDir(prepared: string): Promise<string> {
  const folder = await makeDataDir();
  await run("cp", ["-a", "-H", join(prepared, "postgres"), join(folder, "postgres")]);
  return folder;
}

interface Starting {
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
}

/**
 * Waits until a server answers that it is ready. Rejects with what it printed when it ends before
 * that, or isn't ready within two minutes.
 */
export async function waitUntilReady(url: string, { process, output }: Starting): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (process.exitCode !== null || process.signalCode !== null) {
      throw new Error(`It ended before it was ready:\n${output()}`);
    }
    if (Date.now() > deadline) throw new Error(`It is not ready:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
