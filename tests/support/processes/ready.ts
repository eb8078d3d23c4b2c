import { type ChildProcess, execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Creates a data folder that the account of an embedded database can access. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-data-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a data folder with a copy of another folder's database, including its owner. */
export async function copyDatabase(prepared: string): Promise<string> {
  const folder = await makeDataDir();
  await run("cp", ["-a", "-H", join(prepared, "postgres"), join(folder, "postgres")]);
  return folder;
}

/** Creates a copy of a data folder that no process uses. */
export async function copyDataDir(prepared: string): Promise<string> {
  const folder = await makeDataDir();
  await run("cp", ["-a", "-H", `${prepared}/.`, folder]);
  return folder;
}

interface Starting {
  process: ChildProcess;
  /** The output so far. */
  output(): string;
}

/**
 * Waits until a server reports that it is ready. Rejects with its output if it ends before that or
 * isn't ready within five minutes, which happens only if it hangs.
 */
export async function waitUntilReady(url: string, { process, output }: Starting): Promise<void> {
  const deadline = Date.now() + 300_000;
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
