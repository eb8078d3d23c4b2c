import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../support/database.ts";

const program = fileURLToPath(new URL("../../../src/server/main.ts", import.meta.url));

/** A built site of one file and one page that takes a moment. */
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
  await writeFile(join(folder, "server", "entry.mjs"), entry);
  return folder;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function startMain(env: Record<string, string> = {}) {
  const [database, site, port] = await Promise.all([
    createTestDatabase({ state: "empty" }),
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
    { timeout: 40_000, interval: 50 },
  );

test("The server migrates an empty database, serves, and exits 0 at SIGTERM after what is in flight", async () => {
  const server = await startMain();
  await server.isReady();
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe("User-agent: *");
  expect((await fetch(`${server.url}/api/courses`)).status).toBe(200);
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

test("The server exits 0 at SIGTERM while it still fills the demo", async () => {
  // Nothing listens there, so that this demo needs nobody.
  const nowhere = "http://127.0.0.1:9";
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
    { timeout: 40_000, interval: 20 },
  );
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(output()).toContain("The start was cut short");
});

test("The server stops when the process that started it has gone", async () => {
  const server = await startMain();
  await server.isReady();
  server.child.disconnect();
  expect(await server.ended).toBe(0);
});

test("A wrong environment ends the start with one message that names everything", async () => {
  const server = await startMain({ PLATFORM_FEE_PERCENT: "many", TRUST_PROXY: "yes" });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain("PLATFORM_FEE_PERCENT");
  expect(server.output()).toContain("TRUST_PROXY");
  expect(server.output()).not.toContain("    at ");
});
