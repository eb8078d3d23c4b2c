/**
 * A live site as a founder starts it: its own keys, no demo accounts, real rate limits. The sandbox
 * uses these keys, in place of Stripe, Zoom and the mail server.
 */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { firstMessage, startChild } from "../../../scripts/support/child.ts";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { copyDatabase, waitUntilReady } from "../../support/processes/ready.ts";
import type { Site } from "./site.ts";

const program = (path: string) => [fileURLToPath(new URL(`../../../src/${path}`, import.meta.url))];

const keys = {
  STRIPE_SECRET_KEY: "sk_live_of_the_founder",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_founder",
  STRIPE_PRICE_MONTH: "price_month_of_the_founder",
  STRIPE_PRICE_YEAR: "price_year_of_the_founder",
  ZOOM_CLIENT_ID: "client-of-the-founder",
  ZOOM_CLIENT_SECRET: "client-secret-of-the-founder",
  ZOOM_WEBHOOK_SECRET: "events-of-the-founder",
};

/** Starts it with an empty database. Stopping it removes its data. */
export async function startLiveSite(): Promise<Site> {
  const dataDir = await copyDatabase(process.env.EMPTY_DATA_DIR ?? "");
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...keys,
    NODE_ENV: "production",
    APP_URL: url,
    PORT: String(port),
    DATA_DIR: dataDir,
  };
  const output: string[] = [];
  const start = (name: string, path: string, own: Record<string, string>) => {
    const child = startChild(name, program(path), { ...env, ...own }, "pipe");
    for (const stream of [child.process.stdout, child.process.stderr]) {
      stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
    }
    return child;
  };
  const sandbox = start("sandbox", "sandbox/main.ts", {
    SANDBOX_PORT: "0",
    SANDBOX_SMTP_PORT: "0",
    SANDBOX_WEBHOOK_BASE: url,
  });
  const { port: sandboxPort, smtpPort } = await firstMessage<{ port: number; smtpPort: number }>(
    sandbox,
  );
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const server = start("server", "server/main.ts", {
    APP_ENV: "live",
    SEED: "none",
    APP_SECRET: "a secret of more than thirty-two characters",
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect_of_the_founder",
    ZOOM_OAUTH_BASE: sandboxUrl,
    ZOOM_API_BASE: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Halaqa <no-reply@halaqa.example>",
  });
  const site: Site = {
    url,
    sandboxUrl,
    dataDir,
    process: server.process,
    ended: server.ended,
    output: () => output.join(""),
    async stop() {
      const how = await server.stop();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
      return how;
    },
  };
  try {
    await waitUntilReady(url, site);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}
