/** Sites that run as `npm start` and end with the test, and their processes. */
import { onTestFinished } from "vitest";
import { type Site, startSite } from "../../support/processes/site.ts";
import { isRunning, readCommand } from "../../support/processes/table.ts";

export async function startBySite(env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite(env);
  onTestFinished(async () => {
    await site.stop();
  });
  return site;
}

export function pidOf({ process }: Site): number {
  if (process.pid === undefined) throw new Error("The start script has no process");
  return process.pid;
}

/** The processes that are still running, with their commands. */
export const living = (pids: number[]) =>
  pids.filter(isRunning).map((pid) => `${pid} ${readCommand(pid)}`);
