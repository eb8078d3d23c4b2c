/** Sites with a database that the global setup has prepared (`demo-data.ts`), and their emails. */
import { rm } from "node:fs/promises";
import { copyDatabase, copyDataDir } from "../../support/processes/ready.ts";
import { type Site, startSite as start } from "../../support/processes/site.ts";

export type { Site } from "../../support/processes/site.ts";

/** Starts a site without data. Stopping it removes its folder. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  return startOn(await copyDatabase(process.env.EMPTY_DATA_DIR ?? ""), env);
}

/** Starts a site with the demo data. Stopping it removes its folder. */
export async function startDemoSite(env: Record<string, string> = {}): Promise<Site> {
  return startOn(await copyDataDir(process.env.DEMO_DATA_DIR ?? ""), { SEED: "demo", ...env });
}

async function startOn(dataDir: string, env: Record<string, string>): Promise<Site> {
  const site = await start({ ...env, DATA_DIR: dataDir });
  return {
    ...site,
    async stop() {
      const how = await site.stop();
      await rm(dataDir, { recursive: true, force: true });
      return how;
    },
  };
}

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

/** Waits for an email to an address that matches. @returns the newest one. */
export async function readMail(
  site: Site,
  address: string,
  fits: (mail: Mail) => boolean,
): Promise<Mail> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const response = await fetch(
      `${site.sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`,
    );
    const mail = ((await response.json()) as Mail[]).find(fits);
    if (mail) return mail;
    if (Date.now() > deadline) throw new Error(`No such mail came to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const codeLine = /^\s*(\d{6})\s*$/m;

/** Waits for an email with a one-time code to an address. @returns the newest code. */
export async function readCode(site: Site, address: string): Promise<string> {
  const { text } = await readMail(site, address, (mail) => codeLine.test(mail.text));
  return codeLine.exec(text)?.[1] ?? "";
}
