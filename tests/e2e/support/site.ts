/** Helpers to read emails of the running site. */
import type { Site } from "../../support/processes/site.ts";

export { type Site, startSite } from "../../support/processes/site.ts";

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
  const deadline = Date.now() + 30_000;
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
