import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/database.ts";
import { get } from "../../support/gateway.ts";

const program = fileURLToPath(new URL("../../../src/server/main.ts", import.meta.url));

/** A built site that consists of one file and has one page, which takes 300 ms. */
const entry = `
export const handler = (req, res) => setTimeout(() => {
  res.writeHead(200, { "content-type": "text/html" });
  res.end("<h1>A page</h1>");
}, 300);
`;

async function makeSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "halaqa-main-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "client"));
  await mkdir(join(folder, "server"));
  await writeFile(join(folder, "client", "robots.txt"), "User-agent: *");
  await writeFile(join(folder, "scripts.json"), "{}");
  await writeFile(join(folder, "server", "entry.mjs"), entry);
  return folder;
}

async function startMain(env: Record<string, string> = {}, prepared?: TestDatabase) {
  const [database, site, port] = await Promise.all([
    prepared ?? createTestDatabase(),
    makeSite(),
    findFreePort(),
  ]);
  const child = spawn(process.execPath, [program, site], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(site, "data"),
      DATABASE_URL: database.url,
      SEED: "none",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    await database.close();
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    ended,
    url,
    dataDir: join(site, "data"),
    database,
    output: () => output,
    isReady: () => waitUntilReady(url, child),
  };
}

const waitUntilReady = (url: string, child: ChildProcess) =>
  vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error("The server has ended");
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    },
    { timeout: 120_000, interval: 50 },
  );

test("the server migrates an empty database, serves requests, and at SIGTERM exits with 0 after the requests in flight", async () => {
  const server = await startMain({}, await createTestDatabase({ state: "empty" }));
  await server.isReady();
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe("User-agent: *");
  expect((await fetch(`${server.url}/api/courses`)).status).toBe(200);
  expect((await stat(server.dataDir)).mode & 0o066).toBe(0);
  const inFlight = Array.from({ length: 20 }, () => fetch(`${server.url}/login`));
  await vi.waitFor(async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain("halaqa_database_connections");
  });
  server.child.kill("SIGTERM");
  const statuses = await Promise.all(inFlight.map(async (answer) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await server.ended).toBe(0);
});

test("the server accepts requests for a moment after SIGTERM, is not ready, and ignores a second signal", async () => {
  const server = await startMain();
  await server.isReady();
  const ask = (path: string) => get(`${server.url}${path}`, { connection: "keep-alive" });
  server.child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(503), { interval: 10 });
  server.child.kill("SIGTERM");
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/login")));
  for (const { status, headers } of answers) {
    expect({ status, connection: headers.connection }).toEqual({
      status: 200,
      connection: "close",
    });
  }
  server.child.kill("SIGINT");
  expect(await server.ended).toBe(0);
});

const nowhere = "http://127.0.0.1:9";
const liveEnv = (site: Record<string, string> = {}) => ({
  APP_ENV: "live",
  APP_URL: "https://halaqa.example",
  APP_SECRET: "a secret of more than thirty-two characters",
  STRIPE_API_BASE: nowhere,
  STRIPE_SECRET_KEY: "rk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  STRIPE_PRICE_MONTH: "price_1month",
  STRIPE_PRICE_YEAR: "price_1year",
  ZOOM_OAUTH_BASE: nowhere,
  ZOOM_API_BASE: nowhere,
  ZOOM_CLIENT_ID: "id",
  ZOOM_CLIENT_SECRET: "secret",
  ZOOM_WEBHOOK_SECRET: "secret",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Halaqa <no-reply@halaqa.example>",
  ...site,
});

test("a live server rejects a database with a demo account and says what to do", async () => {
  const database = await createTestDatabase();
  await database.db.insert(users).values({
    email: "student3@halaqa.test",
    name: "Amina",
    passwordHash: "unknown",
  });
  const server = await startMain(liveEnv({ SEED: "none" }), database);
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain("contains 1 demo account,");
  expect(server.output()).toContain("docs/operations.md");
  expect(server.output()).not.toContain("    at ");
});

test("a server that cannot reach its database says so without the password in its URL", async () => {
  const server = await startMain({ DATABASE_URL: "postgres://halaqa:s3cret@127.0.0.1:9/halaqa" });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain("The server could not start");
  expect(server.output()).toContain("ECONNREFUSED");
  expect(server.output()).not.toContain("s3cret");
});

test("the server exits with 0 at SIGTERM while it is still seeding the demo", async () => {
  // Nothing listens at these addresses, so the demo data is created without providers.
  const { child, ended, database, output } = await startMain({
    SEED: "demo",
    STRIPE_SECRET_KEY: "sk_test_another",
    STRIPE_API_BASE: nowhere,
    ZOOM_CLIENT_ID: "another",
    ZOOM_OAUTH_BASE: nowhere,
    ZOOM_API_BASE: nowhere,
  });
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query("select from profiles");
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 120_000, interval: 20 },
  );
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(output()).toContain("Startup was interrupted");
});

test("the server stops when the process that started it has ended", async () => {
  const server = await startMain();
  await server.isReady();
  server.child.disconnect();
  expect(await server.ended).toBe(0);
});

test("an invalid environment stops the startup with one message that lists every problem", async () => {
  const server = await startMain({ PLATFORM_FEE_PERCENT: "many", TRUST_PROXY: "yes" });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain("PLATFORM_FEE_PERCENT");
  expect(server.output()).toContain("TRUST_PROXY");
  expect(server.output()).not.toContain("    at ");
});
