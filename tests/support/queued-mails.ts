/** Records queued emails, for tests of notifications. */
import { decrypt } from "#server/crypto.ts";
import type { TestApp } from "./app.ts";

export interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The calendar invitation in the email. */
  invitation?: { method: "REQUEST" | "CANCEL"; text: string };
}

/**
 * Records the emails of all apps in one list from now on, oldest first, instead of sending them.
 * Other jobs run normally.
 */
export function keepQueuedMails(...apps: TestApp[]): QueuedMail[] {
  const queued: QueuedMail[] = [];
  for (const { config, jobs } of apps.flatMap(({ contexts }) => contexts)) {
    const { send } = jobs;
    jobs.send = async (tx, name, data, options) => {
      if (name !== "mail") return send(tx, name, data, options);
      const { sealed } = data as { sealed: string };
      queued.push(JSON.parse(await decrypt(config, "queued-mail", sealed)).message);
    };
  }
  return queued;
}
