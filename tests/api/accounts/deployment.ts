/** Two processes of one deployment behind a proxy, and browsers that call them over HTTP. */

import { type Answer, createTestApp, type TestApp } from "../../support/app.ts";
import { startApi } from "../../support/apps/api-processes.ts";
import { keepCookies, readCode, writeCookies } from "./browser.ts";

export interface RemoteBrowser {
  cookies: Map<string, string>;
  /** The network address that rate limits use. */
  address: string;
  /** `path` is relative to /api; `at` selects the process. */
  call(method: string, path: string, options?: RemoteOptions): Promise<Answer>;
}

export interface RemoteOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  at?: 0 | 1;
}

export interface Deployment {
  /** The same deployment within this process, for access to its database and emails. */
  app: TestApp;
  origins: [string, string];
  /** A new browser, with its own network address unless one is given. */
  browser(address?: string): RemoteBrowser;
  /** Starts another process, for example to test a restart. */
  startAnother(env?: Record<string, string>): Promise<{ origin: string; stop(): Promise<void> }>;
  readCode(email: string): Promise<string>;
  close(): Promise<void>;
}

let addresses = 0;

export async function startDeployment(
  env: Record<string, string> = {},
  { sandbox = false } = {},
): Promise<Deployment> {
  const shared = { TRUST_PROXY: "1", APP_SECRET: "shared by all processes of it", ...env };
  const app = await createTestApp({ env: shared, sandbox });
  const processEnv = {
    ...shared,
    DATA_DIR: app.config.dataDir,
    SANDBOX_PORT: app.sandboxUrl ? new URL(app.sandboxUrl).port : "9",
  };
  const start = () => startApi(app.database.url, processEnv);
  const [first, second] = await Promise.all([start(), start()]);
  const origins: [string, string] = [first.address, second.address];
  return {
    app,
    origins,
    browser: (address) => createRemoteBrowser(app, origins, address),
    async startAnother(extra = {}) {
      const another = await startApi(app.database.url, { ...processEnv, ...extra });
      return { origin: another.address, stop: another.kill };
    },
    readCode: (email) => readCode(app, email),
    async close() {
      await Promise.all([first.kill(), second.kill()]);
      await app.close();
    },
  };
}

function createRemoteBrowser(
  app: TestApp,
  origins: [string, string],
  address?: string,
): RemoteBrowser {
  addresses += 1;
  const own = address ?? `10.2.${addresses >> 8}.${addresses & 255}`;
  const cookies = new Map<string, string>();
  return {
    cookies,
    address: own,
    async call(method, path, { body, token, headers = {}, at = 0 } = {}) {
      const response = await fetch(`${origins[at]}/api${path}`, {
        method,
        redirect: "manual",
        headers: {
          origin: app.config.appUrl,
          "x-forwarded-for": own,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(cookies.size > 0 ? { cookie: writeCookies(cookies) } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      keepCookies(cookies, response.headers);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      const { status, headers: answered } = response;
      return { status, headers: answered, body: isJson ? JSON.parse(text) : text };
    },
  };
}
