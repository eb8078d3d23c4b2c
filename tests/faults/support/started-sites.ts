/** Sites that run as `npm start` and end with the test, and their processes. */
import { onTestFinished } from "vitest";
import { getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import { createCall } from "../../support/processes/client.ts";
import { type Market, useDatabase } from "../../support/processes/market.ts";
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

export function marketOf({ url, sandboxUrl, dataDir }: Site): Market {
  const env = {
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    SANDBOX_PORT: new URL(sandboxUrl).port,
  };
  return {
    dataDir,
    sandboxUrl,
    call: createCall(url),
    sandbox: createCall(sandboxUrl),
    withContext: (work) => useDatabase(getConfig(env, loadSecrets(dataDir)), work),
  };
}

/** The processes that are still running, with their commands. */
export const living = (pids: number[]) =>
  pids.filter(isRunning).map((pid) => `${pid} ${readCommand(pid)}`);
