import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "#server/monitoring/log.ts";
import { createSentry } from "#server/monitoring/sentry.ts";

/** A service that keeps the events it receives, and the log of a server that reports to it. */
async function startService(status = 200) {
  const events: Record<string, unknown>[] = [];
  const addresses: string[] = [];
  const bodies: string[] = [];
  const service = createServer(async (request, response) => {
    const body = await text(request);
    addresses.push(request.url ?? "");
    bodies.push(body);
    // An envelope: its header, the header of the item, and the item.
    events.push(JSON.parse(body.split("\n")[2] ?? ""));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => service.close(() => resolve())));
  const { port } = service.address() as AddressInfo;
  const warnings: string[] = [];
  const sentry = createSentry({
    dsn: `http://key@127.0.0.1:${port}/7`,
    environment: "live",
    host: "web-1",
    log: { warn: (...parts: unknown[]) => void warnings.push(String(parts[1])) },
  });
  return {
    log: createLog("info", pino.multistream([{ level: "error", stream: sentry }])),
    sentry,
    events,
    addresses,
    bodies,
    warnings,
  };
}

it("a logged error becomes an event with its causes, its request and the server", async () => {
  const { log, sentry, events, addresses, warnings } = await startService();
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  log.info("The server is ready");
  log.warn("A job failed and will be retried");
  log.error({ err: new TypeError("no row", { cause }), requestId: "req-1" }, "A call failed");
  await sentry.flush();
  expect(addresses).toEqual([expect.stringMatching(/^\/api\/7\/envelope\/\?.*sentry_key=key/)]);
  expect(events).toMatchObject([
    {
      level: "error",
      message: "A call failed",
      environment: "live",
      server_name: "web-1",
      tags: { requestId: "req-1" },
      fingerprint: ["A call failed", "TypeError", ""],
      exception: {
        values: [
          { type: "Error", value: "A call failed: connect ECONNREFUSED: ECONNREFUSED" },
          { type: "TypeError", value: "A call failed: no row" },
        ],
      },
    },
  ]);
  const frames = JSON.stringify(events[0]);
  expect(frames).toContain("sentry.test.ts");
  expect(warnings).toEqual([]);
});

it("an event contains nothing that the log leaves out", async () => {
  const { log, sentry, bodies } = await startService();
  const error = new Error('duplicate key: "amina@example.org"');
  log.fatal({ err: error, body: { password: "secret-word" } }, "The server is stopping");
  await sentry.flush();
  expect(bodies).toHaveLength(1);
  expect(bodies.join()).not.toMatch(/amina|secret-word/);
});

it("a repeated failure doesn't use up the quota, and a refusal by the service is logged as a warning", async () => {
  const { log, sentry, events, warnings } = await startService(403);
  for (let i = 0; i < 100; i += 1) log.error("A job failed");
  await sentry.flush();
  expect(events.length).toBeGreaterThan(0);
  expect(events.length).toBeLessThanOrEqual(64);
  expect(new Set(warnings)).toEqual(new Set(["An error could not be sent to SENTRY_DSN"]));
});
