import { count, like } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { purgeAccounts } from "#server/accounts/accounts.jobs.ts";
import {
  oneTimeCodes,
  resetTokens,
  sessions,
  signingKeys,
  signUps,
  users,
} from "#server/db/tables/accounts.table.ts";
import { rateLimits } from "#server/db/tables/rate-limits.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createBrowser, join, newEmail, password, readCode } from "./browser.ts";

const start = new Date("2027-03-01T10:00:00Z").getTime();
const day = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

async function countRows(): Promise<Record<string, number>> {
  const tables = { signUps, oneTimeCodes, resetTokens, sessions, signingKeys, users };
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries<PgTable>(tables)) {
    const [row] = await app.context.db.select({ number: count() }).from(table);
    counts[name] = row?.number ?? 0;
  }
  return counts;
}

test("the purge job removes counters of limits whose time has passed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const { db, limits } = app.context;
  const limit = (duration: number) => ({ name: "purged", points: 5, duration });
  await limits.take(limit(60), "short");
  await limits.take(limit(3_600), "long");
  vi.setSystemTime(start + 60_001);
  await purgeAccounts(app.context);
  const kept = await db.select().from(rateLimits).where(like(rateLimits.key, "purged:%"));
  expect(kept.map(({ key }) => key)).toEqual(["purged:long"]);
});

test("the purge job removes expired account data and nothing else", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const { browser, email } = await join(app);
  await browser.post("/password/forgot", { email });
  await browser.post("/verify", { email, code: await readCode(app, email) });
  await createBrowser(app).post("/signup", { name: "Amina", email: newEmail(), password });
  const everything = {
    signUps: 1,
    oneTimeCodes: 2,
    resetTokens: 1,
    sessions: 1,
    signingKeys: 1,
    users: 1,
  };

  await purgeAccounts(app.context);
  expect(await countRows()).toEqual(everything);

  vi.setSystemTime(start + 10 * 60_000 + 1);
  await purgeAccounts(app.context);
  expect(await countRows()).toEqual({ ...everything, oneTimeCodes: 0, resetTokens: 0 });

  vi.setSystemTime(start + 16 * day);
  await purgeAccounts(app.context);
  const left = { signUps: 0, oneTimeCodes: 0, resetTokens: 0, sessions: 0, users: 1 };
  expect(await countRows()).toEqual({ ...left, signingKeys: 1 });

  vi.setSystemTime(start + 33 * day);
  await purgeAccounts(app.context);
  expect(await countRows()).toEqual({ ...left, signingKeys: 0 });
});
