// A separate sandbox for a test, and the product's mailer that uses it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox } from "#sandbox/server.ts";
import { createMailer, type Mailer, type OutgoingMail } from "#server/providers/mail/mail.ts";

export interface MailWorld {
  base: string;
  smtpPort: number;
  mailer: Mailer;
  /** A mailer with this timeout. */
  impatient(timeoutMs: number): Mailer;
  /** Closes the sandbox and opens another one on the same data. */
  reopen(): Promise<void>;
}

export interface ReceivedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

export async function startMailWorld(): Promise<MailWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  const config = getSandboxConfig({ DATA_DIR: dataDir, SANDBOX_PORT: "0" });
  const mailers: Mailer[] = [];
  let sandbox = await createSandbox(config);
  const connect = () => {
    const impatient = (timeoutMs?: number) => {
      const mailer = createMailer({
        smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
        from: "Halaqa <no-reply@halaqa.test>",
        log: { debug: () => {} },
        ...(timeoutMs && { timeoutMs }),
      });
      mailers.push(mailer);
      return mailer;
    };
    const base = `http://127.0.0.1:${sandbox.port}`;
    return { base, smtpPort: sandbox.smtpPort, mailer: impatient(), impatient };
  };
  const world: MailWorld = {
    ...connect(),
    async reopen() {
      await sandbox.close();
      sandbox = await createSandbox(config);
      Object.assign(world, connect());
    },
  };
  onTestFinished(async () => {
    for (const mailer of mailers) mailer.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  });
  return world;
}

export function mailTo(to: string, more: Partial<OutgoingMail> = {}): OutgoingMail {
  return { to, subject: "Hello", text: "Salam", html: "<p>Salam</p>", ...more };
}

export async function messagesTo({ base }: MailWorld, to?: string): Promise<ReceivedMail[]> {
  const query = to === undefined ? "" : `?${new URLSearchParams({ to })}`;
  const response = await fetch(`${base}/mail/messages${query}`);
  return (await response.json()) as ReceivedMail[];
}

export async function setMailFault({ base }: MailWorld, fault: Record<string, unknown>) {
  const response = await fetch(`${base}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "smtp", ...fault }),
  });
  expect(response.status).toBe(201);
}

export async function clearMailFaults({ base }: MailWorld) {
  await fetch(`${base}/faults`, { method: "DELETE" });
}
