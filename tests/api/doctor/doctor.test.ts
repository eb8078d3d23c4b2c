/** The checks of `npm run doctor` that need the site's database. */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEvents } from "#server/db/tables/payments.table.ts";
import { checkDatabase, checkServers } from "../../../scripts/doctor/database.ts";
import { checkDeliveries } from "../../../scripts/doctor/deliveries.ts";
import { checkProxies } from "../../../scripts/doctor/site.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

const live = { stripe: { sandbox: false }, zoom: { sandbox: false } } as TestApp["config"];
const now = new Date("2026-11-24T12:00:00Z");

let app: TestApp;
/** An app that trusts one proxy, although none is in front of it. */
let trusting: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  trusting = await createTestApp({ env: { TRUST_PROXY: "1" }, database: app.database });
});
afterAll(async () => {
  await trusting.close();
  await app.close();
});

/** Serves the app while the work is done. */
async function serving<T>({ app: { fetch } }: TestApp, work: (url: string) => Promise<T>) {
  const server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

test("the check of the database finds nothing wrong with the embedded one", async () => {
  const findings = await checkDatabase(app.database.pool);
  expect(findings.map(({ outcome }) => outcome)).toEqual(findings.map(() => "good"));
  expect(findings).toHaveLength(5);
});

test("the webhook check says for each endpoint when its last event arrived, and which secret to check", async () => {
  const { pool } = app.database;
  const before = await checkDeliveries(pool, live, now);
  expect(before.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Stripe's endpoint for the platform's own events.* STRIPE_WEBHOOK_SECRET/,
    ),
    expect.stringMatching(/^Stripe's endpoint for events of .* STRIPE_CONNECT_WEBHOOK_SECRET/),
    expect.stringMatching(/^Zoom's endpoint has received no event.* ZOOM_WEBHOOK_SECRET/),
  ]);
  const event = { type: "of this test", payload: {} };
  await app.context.db.insert(webhookEvents).values([
    { ...event, id: "evt_1", provider: "stripe", receivedAt: new Date("2026-11-24T10:05:00Z") },
    { ...event, id: "zoom_1", provider: "zoom", receivedAt: new Date("2026-11-01T10:05:00Z") },
  ]);
  expect(await checkDeliveries(pool, live, now)).toEqual([
    {
      outcome: "good",
      text: "Stripe's endpoint for the platform's own events received its last event on 2026-11-24 at 10:05 UTC.",
    },
    {
      outcome: "notice",
      text: expect.stringContaining("has received no event in the last month."),
    },
    { outcome: "notice", text: expect.stringContaining("2026-11-01 at 10:05 UTC, 23 days ago.") },
  ]);
});

test("the check of servers reports uploads that other servers don't find", async () => {
  const config = { s3: undefined, dataDir: "/data" };
  // Both apps of this file use the same database. A connection that was lost is opened again soon.
  await expect
    .poll(() => checkServers(app.database.pool, config))
    .toEqual([
      {
        outcome: "problem",
        text: expect.stringMatching(/^\d servers use this database.* Set S3_BUCKET/),
      },
    ]);
  const s3 = { ...app.config.s3, bucket: "uploads" } as TestApp["config"]["s3"];
  expect(await checkServers(app.database.pool, { ...config, s3 })).toEqual([]);
});

test("the proxy check finds nothing wrong if the site ignores invented addresses", async () => {
  const [finding] = await serving(app, (appUrl) =>
    checkProxies({ appUrl, trustProxy: 0 }, app.database.pool),
  );
  expect(finding).toEqual({
    outcome: "good",
    text: "TRUST_PROXY=0: the site counted this machine as 127.0.0.1 and ignored an invented address.",
  });
});

test("the proxy check says that TRUST_PROXY is too high", async () => {
  const [finding] = await serving(trusting, (appUrl) =>
    checkProxies({ appUrl, trustProxy: 1 }, app.database.pool),
  );
  expect(finding).toEqual({
    outcome: "problem",
    text: expect.stringContaining("TRUST_PROXY=1 is too high"),
  });
});

test("the proxy check says that the site can't be reached", async () => {
  const [finding] = await checkProxies(
    { appUrl: "http://127.0.0.1:9", trustProxy: 0 },
    app.database.pool,
  );
  expect(finding).toMatchObject({ outcome: "unchecked" });
});

test("the proxy check says that TRUST_PROXY is too low", async () => {
  await serving(app, async (address) => {
    // Visitors use a public name, and this server sees the proxy's internal address.
    const appUrl = "https://halaqa.example";
    const [finding] = await checkProxies(
      { appUrl, trustProxy: 0 },
      app.database.pool,
      (url, init) => fetch(url.replace(appUrl, address), init),
    );
    expect(finding).toEqual({
      outcome: "problem",
      text: expect.stringContaining(
        "TRUST_PROXY=0 is too low: limits count all visitors by the address of a proxy, 127.0.0.1.",
      ),
    });
  });
});
