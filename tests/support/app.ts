/** The real application on a separate database, for API tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import pino from "pino";
import { sandboxPrices } from "#lib/plans/sandbox-prices.ts";
import { createApp } from "#server/app.ts";
import { type Config, getConfig } from "#server/config/config.ts";
import { loadSecrets } from "#server/config/secrets.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import type { Mailer, OutgoingMail } from "#server/providers/mail/mail.ts";
import { type AppInTurn, createSecondApp, takeTurns } from "./apps/apps-in-turn.ts";
import { compareWithDescription } from "./apps/described-answers.ts";
import { createTestDatabase, type TestDatabase } from "./database/database.ts";

interface TestAppOptions {
  /** Environment variables in addition to the defaults. */
  env?: Record<string, string>;
  /** Whether to start the providers' sandbox. Without it, no provider can be reached. */
  sandbox?: boolean;
  /** A database to share with another app, as two processes of one deployment do. */
  database?: TestDatabase;
  /**
   * Whether to start only one app even with TEST_APPS=2, for tests of what each process counts,
   * limits or remembers by itself.
   */
  isSingle?: boolean;
}

export interface CallOptions {
  body?: unknown;
  /** The caller's access token. */
  token?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests check
  body: any;
}

export interface TestApp {
  context: Context;
  /** The contexts of all running apps: one, or two that take turns. */
  contexts: Context[];
  config: Config;
  database: TestDatabase;
  app: Hono<AppEnv>;
  /** The sandbox's URL, if it was started. */
  sandboxUrl: string;
  /**
   * Emails handed to the mail server, oldest first. With a sandbox, they are in its mailbox
   * instead.
   */
  mails: OutgoingMail[];
  /**
   * Calls the API in-process with JSON; `path` starts with /api.
   * @throws Error if the response doesn't match the API description.
   */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Starts an app, which must be closed in `afterAll`. With TEST_APPS=2 there are two apps on the
 * same database, and requests alternate between them, because all servers must behave alike, except
 * for `isSingle`.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "halaqa-app-"));
  const database = options.database ?? (await createTestDatabase());
  const secrets = loadSecrets(dataDir);
  const sandbox = options.sandbox ? await startSandbox(dataDir, secrets) : undefined;
  const env = {
    DATA_DIR: dataDir,
    // Port 9 is the discard service, where nothing answers.
    SANDBOX_PORT: String(sandbox?.port ?? 9),
    SANDBOX_SMTP_PORT: String(sandbox?.smtpPort ?? 9),
    ...options.env,
  };
  const config = getConfig(env, secrets);
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });
  const context = await createContext({
    config,
    pool: database.pool,
    databaseUrl: database.url,
    log,
  });
  const mails: OutgoingMail[] = [];
  if (!sandbox) context.mailer = keepMails(mails);
  const first = createApp(context);
  const second = options.isSingle ? undefined : await startSecond(context, database);
  const app = second ? takeTurns(first, second.app) : first;
  return {
    context,
    contexts: second ? [context, second.context] : [context],
    config,
    database,
    app,
    sandboxUrl: sandbox ? `http://127.0.0.1:${sandbox.port}` : "",
    mails,
    call: (method, path, callOptions) => call(app, method, path, callOptions),
    async close() {
      await second?.close();
      await closeContext(context);
      await sandbox?.close();
      if (!options.database) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startSecond(
  first: Context,
  { pool, url }: TestDatabase,
): Promise<AppInTurn | undefined> {
  if (process.env.TEST_APPS !== "2") return undefined;
  return createSecondApp(first, { pool, databaseUrl: url });
}

async function startSandbox(dataDir: string, secrets: ReturnType<typeof loadSecrets>) {
  const { createSandbox } = await import("#sandbox/server.ts");
  return createSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: join(dataDir, "sandbox"),
    webhookBase: "http://127.0.0.1:9",
    // Tests that need webhooks deliver them directly or start their own listener. Hundreds of events
    // that are sent again and again would take CPU time.
    sendsWebhooks: false,
    // The default of the app's own setting.
    appUrl: "http://localhost:4321",
    stripe: {
      secretKey: secrets.stripeSecretKey,
      webhookSecret: secrets.stripeWebhookSecret,
      prices: sandboxPrices,
    },
    zoom: {
      clientId: secrets.zoomClientId,
      clientSecret: secrets.zoomClientSecret,
      webhookSecret: secrets.zoomWebhookSecret,
    },
  });
}

function keepMails(mails: OutgoingMail[]): Mailer {
  return {
    send: async (message) => {
      mails.push(message);
    },
    verify: async () => {},
    close: () => {},
  };
}

async function call(
  app: Hono<AppEnv>,
  method: string,
  path: string,
  { body, token, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await app.request(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status } = response;
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer = { status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  const [address = ""] = path.split("?");
  if (isJson && address.startsWith("/api/")) {
    await compareWithDescription(app, { method, path: address, status, body: answer.body });
  }
  return answer;
}
