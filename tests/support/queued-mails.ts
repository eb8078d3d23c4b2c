/** Mails as they are queued, for tests of who is told what. */
import { decrypt } from "#server/keyed-hash.ts";
import type { TestApp } from "./app.ts";

export interface QueuedMail {
  to: string;
  subject: string;
  text: string;
}

/** Keeps what is queued from now on, oldest first, and sends nothing. */
export function keepQueuedMails({ config, context }: TestApp): QueuedMail[] {
  const queued: QueuedMail[] = [];
  context.jobs.send = async (_tx, _name, data) => {
    const { sealed } = data as { sealed: string };
    queued.push(JSON.parse(decrypt(config, "queued-mail", sealed)).message);
  };
  return queued;
}
