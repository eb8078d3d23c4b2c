import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { createStartTurns } from "#server/gateway/limits/start-turns.ts";
import { get, kept, sendPage, startGateway } from "../../support/gateway.ts";

const env = { TRUST_PROXY: "1" };
const flooder = { "x-forwarded-for": "203.0.113.1" };

test("the first request of an address starts before the waiting requests of another", async () => {
  const takeStart = createStartTurns();
  const started: string[] = [];
  const start = (address: string) => takeStart(address, () => void started.push(address));
  const flood = Array.from({ length: 300 }, () => start("flooder"));
  await start("neighbor");
  expect(started.indexOf("neighbor")).toBeLessThan(3);
  await Promise.all(flood);
  expect(started).toHaveLength(301);
});

test("the event loop runs between two starts", async () => {
  const takeStart = createStartTurns();
  const order: string[] = [];
  const flood = [1, 2, 3].map((number) =>
    takeStart("flooder", () => {
      order.push(`start ${number}`);
      setImmediate(() => order.push(`work after ${number}`));
    }),
  );
  await Promise.all(flood);
  expect(order.indexOf("work after 1")).toBeLessThan(order.indexOf("start 3"));
});

test("a request that takes long doesn't delay the start of others", async () => {
  const takeStart = createStartTurns();
  const endless = takeStart("flooder", () => new Promise(() => {}));
  await takeStart("flooder", () => {});
  await takeStart("neighbor", () => {});
  await expect(Promise.race([endless, "waiting"])).resolves.toBe("waiting");
});

test("an error of a request reaches only that request", async () => {
  const takeStart = createStartTurns();
  const refuse = () => Promise.reject(new Error("refused"));
  await expect(takeStart("flooder", refuse)).rejects.toThrow("refused");
  await takeStart("flooder", () => {});
});

/** A gateway whose requests start only when the test says so. */
async function startHeldGateway() {
  const held: (() => void)[] = [];
  const gateway = await startGateway({
    env,
    api: new Hono().get("/api/plans/me", (c) => c.json({})),
    pages: (_, res) => sendPage(res, "page", kept()),
    files: { "about.html": "<h1>About</h1>" },
    takeStart: async (_, work) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await work();
    },
  });
  return { ...gateway, held };
}

test.each([
  ["GET", "/api/plans/me", 200],
  ["GET", "/api/nothing", 404],
  ["GET", "/dashboard", 200],
  ["GET", "/nothing/below", 200],
  ["GET", "/courses?search=new", 200],
  ["GET", "/courses/", 308],
  ["GET", "/_image", 404],
  ["GET", "/%25", 404],
  ["PUT", "/courses", 405],
] as const)("%s %s starts in turn", async (method, path, status) => {
  const { url, held } = await startHeldGateway();
  const answered = vi.fn();
  const answer = get(url + path, flooder, method);
  void answer.then(answered);
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 });
  expect(answered).not.toHaveBeenCalled();
  held[0]?.();
  expect((await answer).status).toBe(status);
});

test("probes, files and pages in memory don't wait for a start", async () => {
  const { url, held } = await startHeldGateway();
  const first = get(`${url}/courses`, flooder);
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 });
  held[0]?.();
  await first;
  for (const path of ["/healthz", "/readyz", "/about", "/courses"]) {
    expect((await get(url + path, flooder)).status, path).toBe(200);
  }
  expect(held).toHaveLength(1);
});
