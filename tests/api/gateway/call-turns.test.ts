import { request } from "node:http";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { concurrentCallsPerAddress } from "#server/gateway/limits/call-turns.ts";
import { get, sessionCookieHeader, startGateway } from "../../support/gateway.ts";

const env = { TRUST_PROXY: "1" };
const patience = { timeout: 120_000 };
const from = (address: string, headers: Record<string, string> = {}) => ({
  "x-forwarded-for": address,
  ...headers,
});
const [flooder, neighbor] = ["203.0.113.1", "203.0.113.2"];

/** An API whose calls begin in an order that the test sees, and end on demand. */
function heldCalls() {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  const api = new Hono().all("*", async (c) => {
    begun.push(c.req.path);
    if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
    return c.json({}, c.req.path.includes("nothing") ? 404 : 200);
  });
  const open = () => {
    isOpen = true;
    for (const end of held.splice(0)) end();
  };
  return { api, begun, open };
}

test.each([
  ["calls that don't exist", (i: number) => `/api/nothing/${i}`, {}, "GET"],
  [
    "calls with forged tokens",
    () => "/api/users/me/sessions",
    { authorization: "Bearer a.b.c" },
    "GET",
  ],
  [
    "calls with a session",
    () => "/api/messages/contacts",
    { cookie: sessionCookieHeader() },
    "GET",
  ],
  ["log-ins", () => "/api/auth/login", { "content-length": "0" }, "POST"],
  ["forged webhooks", () => "/api/webhooks/stripe", { "content-length": "0" }, "POST"],
  ["pictures that don't exist", (i: number) => `/media/nothing${i}.webp`, {}, "GET"],
  ["calendars that don't exist", (i: number) => `/calendar/nothing${i}.ics`, {}, "GET"],
])(
  "a flood of %s starts a few at a time, and other clients take turns",
  async (_, path, own, method) => {
    const { api, begun, open } = heldCalls();
    const { url } = await startGateway({ api, env });
    const flood = Array.from({ length: 300 }, (_each, i) =>
      get(url + path(i), from(flooder, own), method),
    );
    await vi.waitFor(
      () => expect(begun.length).toBeGreaterThanOrEqual(concurrentCallsPerAddress),
      patience,
    );
    const other = get(`${url}/api/plans/me`, from(neighbor));
    await vi.waitFor(() => expect(begun).toContain("/api/plans/me"), patience);
    expect(begun.length).toBeLessThan(200);
    open();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
  },
);

test("calls that wait for a provider don't keep other calls of the same address waiting", async () => {
  const { api, begun, open } = heldCalls();
  const { url } = await startGateway({ api, env });
  const waiting = Array.from({ length: concurrentCallsPerAddress }, (_, i) =>
    get(`${url}/api/enrollment/${i}`, from(flooder)),
  );
  await vi.waitFor(() => expect(begun.length).toBe(concurrentCallsPerAddress), patience);
  const other = get(`${url}/api/plans/me`, from(flooder));
  await vi.waitFor(() => expect(begun).toContain("/api/plans/me"), patience);
  open();
  for (const each of [other, ...waiting]) expect((await each).status).toBe(200);
});

test("open event streams don't keep other calls of the same address waiting", async () => {
  const begun: string[] = [];
  const api = new Hono()
    .get("/api/messages/events", (c) => {
      begun.push("stream");
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([10])) });
      return c.body(body, 200, { "Content-Type": "text/event-stream" });
    })
    .get("/api/plans/me", (c) => c.json({ begun: begun.length }));
  const { url } = await startGateway({ api, env });
  const streams = Array.from({ length: 5 * concurrentCallsPerAddress }, () =>
    request(`${url}/api/messages/events`, { headers: from(flooder), agent: false }).end(),
  );
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
  });
  for (const stream of streams) stream.on("error", () => {});
  await vi.waitFor(() => expect(begun.length).toBe(streams.length), patience);
  expect((await get(`${url}/api/plans/me`, from(flooder))).status).toBe(200);
});

test("probes never wait for calls", async () => {
  const { api, begun, open } = heldCalls();
  const { url } = await startGateway({ api, env });
  const flood = Array.from({ length: 100 }, (_, i) =>
    get(`${url}/api/nothing/${i}`, from(flooder)),
  );
  await vi.waitFor(
    () => expect(begun.length).toBeGreaterThanOrEqual(concurrentCallsPerAddress),
    patience,
  );
  for (const path of ["/healthz", "/readyz"]) expect((await get(url + path)).status).toBe(200);
  open();
  await Promise.all(flood);
});
