import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getSandboxConfig } from "#sandbox/config.ts";
import {
  onboardedAccount,
  paidSession,
  pay,
  readLedger,
  sandboxEnvironment,
  sessionFor,
  startReceiver,
  startWorld,
  stripeAt,
} from "./stripe-world.ts";

const main = join(import.meta.dirname, "../../../src/sandbox/main.ts");
const NOWHERE = "http://127.0.0.1:9";

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

async function startProcess(dataDir: string, webhookBase = NOWHERE) {
  const child = fork(main, { env: sandboxEnvironment(dataDir, webhookBase), stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [message] = (await once(child, "message")) as [{ port: number }];
  return {
    child,
    base: `http://127.0.0.1:${message.port}`,
    stripe: stripeAt(message.port),
  };
}

async function exitOf(child: ChildProcess): Promise<[number | null, string | null]> {
  return (await once(child, "exit")) as [number | null, string | null];
}

test("closing and reopening the sandbox changes nothing", async () => {
  const world = await startWorld();
  const destination = await onboardedAccount(world);
  const { paymentIntent } = await paidSession(world, destination);
  await world.stripe.refunds.create({ payment_intent: paymentIntent, reverse_transfer: true });
  const open = await world.stripe.checkout.sessions.create(sessionFor(destination));
  const before = await readLedger(world);
  await world.reopen();
  const after = await readLedger(world);
  expect({ ...after, sessions: after.sessions.map((each) => ({ ...each, url: "" })) }).toEqual({
    ...before,
    sessions: before.sessions.map((each) => ({ ...each, url: "" })),
  });
  expect((await pay(world, open.id)).status).toBe(303);
});

test("a killed sandbox loses no confirmed change, and still sends its events", async () => {
  const dataDir = await newDataDir();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const first = await startProcess(dataDir);
  const destination = await onboardedAccount(first);
  const { id, paymentIntent } = await paidSession(first, destination);
  const refund = await first.stripe.refunds.create(
    { payment_intent: paymentIntent },
    { idempotencyKey: "refund-1" },
  );
  const exit = exitOf(first.child);
  first.child.kill("SIGKILL");
  expect(await exit).toEqual([null, "SIGKILL"]);

  const second = await startProcess(dataDir, receiver.base);
  expect((await second.stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
  const again = await second.stripe.refunds.create(
    { payment_intent: paymentIntent },
    { idempotencyKey: "refund-1" },
  );
  expect(again.id).toBe(refund.id);
  await receiver.waitFor("checkout.session.completed");
  await receiver.waitFor("charge.refunded");
});

test("SIGTERM ends the sandbox cleanly", async () => {
  const { child } = await startProcess(await newDataDir());
  const exit = exitOf(child);
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
});

test("the sandbox exits when its parent closes the channel", async () => {
  const { child } = await startProcess(await newDataDir());
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test("the sandbox exits when its parent closes its input", async () => {
  const child = spawn(process.execPath, [main], {
    env: sandboxEnvironment(await newDataDir(), NOWHERE),
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const exit = exitOf(child);
  child.stdin.end();
  expect(await exit).toEqual([0, null]);
});

test("an invalid environment is reported completely in one message", () => {
  const environment = {
    SANDBOX_PORT: "http",
    SANDBOX_SMTP_PORT: "70000",
    SANDBOX_WEBHOOK_BASE: "http://example.org",
  };
  for (const name of Object.keys(environment)) {
    expect(() => getSandboxConfig(environment)).toThrow(name);
  }
});

test("webhooks are sent to the address that the site listens on", () => {
  const baseOf = (env: Record<string, string>) =>
    getSandboxConfig({ PORT: "5000", ...env }).webhookBase;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === "IPv4")
    .map(({ address }) => address);
  expect(own).not.toEqual([]);
  for (const address of own) {
    expect(baseOf({ HOST: address })).toBe(`http://${address}:5000`);
    expect(baseOf({ SANDBOX_WEBHOOK_BASE: `http://${address}:80` })).toBe(`http://${address}`);
  }
  expect(baseOf({ HOST: "halaqa.lan" })).toBe("http://halaqa.lan:5000");
  expect(baseOf({ HOST: "::" })).toBe("http://[::1]:5000");
  expect(baseOf({ HOST: "::1" })).toBe("http://[::1]:5000");
});

test("webhooks are sent to this machine only", () => {
  for (const base of [
    "http://example.org",
    "https://127.0.0.1:4321",
    "http://127.0.0.1.example.org",
    "http://127.0.0.1:4321/path",
    "ftp://localhost",
    "nonsense",
  ]) {
    expect(() => getSandboxConfig({ SANDBOX_WEBHOOK_BASE: base })).toThrow("SANDBOX_WEBHOOK_BASE");
  }
  expect(getSandboxConfig({ HOST: "0.0.0.0", PORT: "5000" })).toMatchObject({
    port: 5001,
    smtpPort: 5002,
    webhookBase: "http://127.0.0.1:5000",
  });
});
