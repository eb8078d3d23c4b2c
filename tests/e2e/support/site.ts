/** What browser tests need of the running product. */
import type { Site } from "../../support/process-site.ts";

export { type Site, startSite } from "../../support/process-site.ts";

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

/** The newest mail to an address that fits; waits for it. */
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

/** The newest one-time code that came to an address; waits for the email. */
export async function readCode(site: Site, address: string): Promise<string> {
  const { text } = await readMail(site, address, (mail) => codeLine.test(mail.text));
  return codeLine.exec(text)?.[1] ?? "";
}
