import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { createCheckout, type RunningScript, runScript } from "../../support/checkout.ts";
import { isRunning } from "../../support/processes/table.ts";

let checkout: string;
beforeAll(() => {
  checkout = createCheckout();
});
afterAll(() => rmSync(checkout, { recursive: true }));

const patient = { timeout: 120_000 };

async function start(env: Record<string, string> = {}) {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(checkout, `data-${port}`);
  const script = runScript(checkout, "start.ts", {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    ...env,
  });
  return { script, port, sandboxPort, dataDir, site: `http://127.0.0.1:${port}` };
}

async function waitUntilReady(script: RunningScript): Promise<void> {
  const isReady = async () => {
    await expect.poll(script.output, patient).toContain("Halaqa is running on");
  };
  // Otherwise, the test would wait until the limit for a script that fails.
  const early = script.ended.then((code) => {
    throw new Error(`It ended with ${code} before it was ready:\n${script.output()}`);
  });
  await Promise.race([isReady(), early]);
}

const serverPid = (script: RunningScript) => Number(/^server (\d+)$/m.exec(script.output())?.[1]);

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

describe("npm start", patient, () => {
  it("builds the site, starts the sandbox and the server, and prints their addresses", async () => {
    const { script, port, sandboxPort, dataDir } = await start();
    await waitUntilReady(script);
    await expect.poll(script.output).toContain(`http://127.0.0.1:${sandboxPort}/mail`);
    const output = script.output();
    expect(output).toContain(`Halaqa is running on http://localhost:${port}\n`);
    expect(output).toContain("teacher@halaqa.test and student@halaqa.test");
    expect(output).toContain("halaqa-demo");
    expect(await answers(`http://127.0.0.1:${sandboxPort}/mail`)).toBe(true);
    expect(existsSync(join(dataDir, "secrets.json"))).toBe(true);
  });

  it("passes the sandbox's mail port to the server", async () => {
    const { script, site } = await start();
    await waitUntilReady(script);
    const mailPort = Number(await (await fetch(site)).text());
    expect(script.output()).toContain(`mail on ${mailPort}\n`);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("forwards %s and exits with 0", async (signal) => {
    const { script, site, sandboxPort } = await start();
    await waitUntilReady(script);
    script.process.kill(signal);
    expect(await script.ended).toBe(0);
    expect(await answers(site)).toBe(false);
    expect(await answers(`http://127.0.0.1:${sandboxPort}/mail`)).toBe(false);
  });

  it("leaves no process running when it is killed", async () => {
    const { script, site, sandboxPort } = await start();
    await waitUntilReady(script);
    const pid = serverPid(script);
    expect(isRunning(pid)).toBe(true);
    script.process.kill("SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    await expect
      .poll(() => answers(`http://127.0.0.1:${sandboxPort}/mail`), { timeout: 20_000 })
      .toBe(false);
    expect(await answers(site)).toBe(false);
  });

  it("exits with a clear message when the server crashes", async () => {
    const { script, site, sandboxPort } = await start();
    await waitUntilReady(script);
    expect(await answers(`${site}/die`)).toBe(false);
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain("The server ended unexpectedly (exit code 3).");
    expect(await answers(`http://127.0.0.1:${sandboxPort}/mail`)).toBe(false);
  });

  it("rejects a port that is in use", async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, "127.0.0.1");
    onTestFinished(() => void other.close());
    const { script } = await start({ PORT: String(port) });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain(
      `Port ${port} is taken by another program. Stop it, or set PORT to a free port.`,
    );
  });

  it("lists everything that is wrong with the environment", async () => {
    const { script } = await start({ APP_ENV: "live", TRUST_PROXY: "many" });
    expect(await script.ended).toBe(1);
    expect(script.output()).toContain("STRIPE_SECRET_KEY is required in the live environment");
    expect(script.output()).toContain("TRUST_PROXY must be");
  });
});
