/** Processes that serve the API on real ports and share one database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./api-process.ts", import.meta.url));

export interface RunningApi {
  /** The origin of its URL. */
  address: string;
  /** Kills the process immediately. */
  kill(): Promise<void>;
}

/**
 * Starts a process and waits until it listens. Processes with the same DATA_DIR share their
 * secrets.
 */
export async function startApi(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<RunningApi> {
  const child = spawn(process.execPath, [program, databaseUrl, JSON.stringify(env)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return {
    address: await readLine(child),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function readLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The process has no output");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("The process ended before it listened");
}
