/** What browser tests need of the running product. */
import type { Site } from "../../support/process-site.ts";

export { type Site, startSite } from "../../support/process-site.ts";

interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

/** The newest one-time code that came to an address; waits for the mail. */
export async function readCode(site: Site, address: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const response = await fetch(
      `${site.sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`,
    );
    const mails = (await response.json()) as Mail[];
    const code = mails.map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]).find(Boolean);
    if (code) return code;
    if (Date.now() > deadline) throw new Error(`No code came to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
