/** A gateway on a free port, with fakes for the site and the API behind it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { hasSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { createSessionToken } from "#server/accounts/sessions/session-token.ts";
import { type Config, getConfig } from "#server/config/config.ts";
import type { SettingsStore } from "#server/context.ts";
import { followSettings } from "#server/gateway/follow-settings.ts";
import { createGateway, type Site } from "#server/gateway/gateway.ts";
import { createHttpServer, type ServerLimits } from "#server/gateway/http-server.ts";
import { createCallTurns } from "#server/gateway/limits/call-turns.ts";
import { createRenderTurns } from "#server/gateway/limits/render-turns.ts";
import { createStartTurns, type TakeStart } from "#server/gateway/limits/start-turns.ts";
import { createPageCache, type PageCache } from "#server/gateway/page-cache/page-cache.ts";
import { createPageStore } from "#server/gateway/page-cache/page-store.ts";
import { readPageSettings } from "#server/gateway/page-settings.ts";
import { createSecurityHeaders } from "#server/gateway/security-headers.ts";
import { closeServer, drainServer } from "#server/gateway/shutdown.ts";
import { loadStaticFiles } from "#server/gateway/static-files/static-files.ts";
import { createLog } from "#server/monitoring/log.ts";
import { unchangedSettings } from "#server/settings/settings-defaults.ts";

export type Page = (req: IncomingMessage, res: ServerResponse) => unknown;

export interface GatewayOptions {
  /** Answers requests that are neither files nor API calls; 404 by default. */
  pages?: Page;
  api?: Hono;
  /** The files of the built site, by name. */
  files?: Record<string, string>;
  limits?: Partial<ServerLimits>;
  /** Overrides of the demo configuration. */
  metrics?: Partial<Pick<Config, "env" | "metricsToken">>;
  env?: Record<string, string>;
  /** False simulates a process that is still starting; true by default. */
  started?: boolean;
  ready?: () => boolean | Promise<boolean>;
  takeStart?: TakeStart;
  cacheBytes?: number;
  /** The settings of an app, whose changes the pages show. */
  settings?: SettingsStore;
}

export interface TestGateway {
  url: string;
  port: number;
  cache: PageCache;
  /** The parsed lines of the log. */
  log: Record<string, unknown>[];
  /** Stops the gateway as the server process does. */
  stop(patienceMs?: number): Promise<void>;
}

const secrets = {
  appSecret: "a".repeat(40),
  stripeSecretKey: "sk_sandbox_a",
  stripeWebhookSecret: "whsec_a",
  zoomClientId: "a",
  zoomClientSecret: "a",
  zoomWebhookSecret: "a",
};

export const testConfig = (env: Record<string, string> = {}): Config => getConfig(env, secrets);

/** A Cookie header with a session that the gateways in these tests accept. */
export const sessionCookieHeader = (): string =>
  `halaqa-session=${createSessionToken(testConfig(), "ses_1")}`;

const missing: Page = (_, res) => {
  res.writeHead(404, { "content-type": "text/html" });
  res.end("<h1>Not found</h1>");
};

/** Sends HTML with the headers that Astro's route caching sets. */
export function sendPage(res: ServerResponse, html: string, headers: Record<string, string> = {}) {
  res.writeHead(200, {
    "content-type": "text/html",
    "content-security-policy": "script-src 'self' 'sha256-abc='; style-src 'self';",
    ...headers,
  });
  res.end(html);
}

/** The headers of a page that may be cached. */
export const kept = (tags = "courses", control = "max-age=60") => ({
  "cdn-cache-control": control,
  "cache-tag": tags,
});

/** Starts a gateway that is closed after the test. */
export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const config = testConfig(options.env);
  const security = createSecurityHeaders(config);
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const renders = createRenderTurns({ factor: config.rateLimitFactor });
  const cache = createPageCache({
    store: createPageStore(options.cacheBytes),
    log,
    host: new URL(config.appUrl).host,
    turns: renders,
  });
  const folder = await writeFiles(options.files ?? {});
  const settings = options.settings ?? unchangedSettings(config);
  const site: Site = {
    files: await loadStaticFiles(folder, {
      security,
      settings: readPageSettings({ config, settings }),
    }),
    api: getRequestListener((options.api ?? new Hono()).fetch, { overrideGlobalObjects: false }),
    pages: options.pages ?? missing,
  };
  if (options.settings) {
    followSettings({ config, settings: options.settings }, { files: site.files, cache });
  }
  const server = createHttpServer({
    security,
    trustProxy: config.trustProxy,
    limits: options.limits,
    listener: createGateway({
      security,
      metrics: { ...config, ...options.metrics },
      log,
      cache,
      turns: {
        takeStart: options.takeStart ?? createStartTurns(),
        renders,
        calls: createCallTurns(),
      },
      trustProxy: config.trustProxy,
      languages: config.languages,
      hasSessionCookie: (cookieHeader) => hasSessionCookie(config, cookieHeader),
      site: () => (options.started === false ? undefined : site),
      isReady: async () => options.ready?.() ?? true,
    }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    if (server.listening) await closeServer(server, 0);
    await rm(folder, { recursive: true });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cache,
    log: lines,
    stop: async (patienceMs = 5_000) => {
      await drainServer(server);
      await closeServer(server, patienceMs);
    },
  };
}

async function writeFiles(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-gateway-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Unlike `fetch`, it neither requests nor decodes compression, because tests check the headers. */
export function get(url: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers, method }, async (res) => {
        const chunks = await res.toArray();
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) });
      })
        .on("error", reject)
        .end();
    },
  );
}

/** Sends bytes to the port. @returns everything received until the connection closes. */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
