/**
 * `npm start`: builds the site if its sources have changed, then runs the server until it is asked
 * to stop, with the sandbox if a provider isn't configured.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config/config.ts";
import { localAddress, needsSandbox, startSandbox } from "./sandbox.ts";
import { type Child, startChild, stopRequested, UnexpectedEnd } from "./support/child.ts";
import { announceDemo, isDemo } from "./support/demo-log-ins.ts";
import { explain, localHost, readEnvironment, refuseTakenPort } from "./support/environment.ts";
import { findLiveClients } from "./support/live-meeting.ts";
import { ensureBuilt } from "./support/site-build.ts";

const children: Child[] = [];
const stopping = stopRequested();
try {
  const ended = await Promise.race([stopping, run()]);
  if (ended) throw new UnexpectedEnd(ended.name, await ended.ended);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
// The server stops first, because its requests in progress may need the sandbox.
for (const child of children.reverse()) {
  const how = await child.stop();
  // A process that wasn't listening for signals yet ends with SIGTERM. It hasn't started anything.
  if (how === 0 || how === "SIGTERM") continue;
  console.error(explain(new UnexpectedEnd(child.name, how)));
  process.exitCode = 1;
}
process.exit();

/** Starts everything. Resolves with the first process that ends unexpectedly. */
async function run(): Promise<Child> {
  const { config, secrets } = readEnvironment();
  await refuseTakenPort("PORT", config.port, localHost(config.host));
  await ensureBuilt();

  let env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" };
  if (needsSandbox(config)) {
    const sandbox = await startSandbox(config, secrets);
    children.push(sandbox.child);
    env = { ...env, ...sandbox.env };
  }
  const program = join(import.meta.dirname, "..", "src", "server", "main.ts");
  const server = startChild("server", [program], env);
  children.push(server);

  const ended = Promise.race(children.map((child) => child.ended.then(() => child)));
  const early = await Promise.race([ended, waitUntilReady(config)]);
  if (early) return early;
  await announce(config, env.SANDBOX_PORT);
  return ended;
}

async function waitUntilReady(config: Config): Promise<void> {
  const address = `${localAddress(config)}/readyz`;
  for (;;) {
    const ready = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
}

async function announce(config: Config, sandboxPort: string | undefined): Promise<void> {
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  console.log(`\nHalaqa is running on ${config.appUrl}`);
  announceDemo(config);
  // If there is no meeting at this time, people choose one on the page that lists all meetings.
  if (isDemo(config) && config.zoom.sandbox) {
    console.log(`In Zoom:      ${(await findLiveClients(sandbox)) ?? `${sandbox}/zoom/client`}`);
  }
  if (config.mail.sandbox) {
    console.log(`Mailbox:      ${sandbox}/mail`);
  }
}
