/** Helpers that inspect the processes of this machine. */
import { readdirSync, readFileSync } from "node:fs";

/** Whether the process is running. Zombies don't count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  const state = readStatus(pid, "State");
  return state !== undefined && !state.startsWith("Z");
}

/** All descendants of a process. Linux only. */
export function findDescendants(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(readStatus(Number(name), "PPid")) }));
  const found = [pid];
  for (const ancestor of found) {
    found.push(...parents.filter(({ parent }) => parent === ancestor).map((each) => each.pid));
  }
  return found.slice(1);
}

/** The program and its arguments; empty if the process has ended. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function readStatus(pid: number, field: string): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return new RegExp(`^${field}:\\s*(.*)`, "m").exec(status)?.[1];
  } catch {
    return undefined;
  }
}
