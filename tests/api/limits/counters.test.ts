/** How points of limits are taken and returned. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Limit } from "#server/rate-limits.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

const start = new Date("2027-03-01T10:00:00Z").getTime();

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

let names = 0;
function newLimit(points: number): Limit {
  names += 1;
  return { name: `test-${names}`, points, duration: 60 };
}

test("a counter is used only if the counters before it allow the attempt", async () => {
  const { limits } = app.context;
  const first = { limit: newLimit(1), key: "a" };
  const second = { limit: newLimit(5), key: "a" };
  expect(await limits.takeInTurn([first, second])).toMatchObject([
    { allowed: true, used: 1 },
    { allowed: true, used: 1 },
  ]);
  expect(await limits.takeInTurn([first, second])).toMatchObject([{ allowed: false, used: 2 }]);
  expect(await limits.take(second.limit, "a")).toMatchObject({ allowed: true, used: 2 });
});

test("a rate limit's counter starts again when its time window has passed", async () => {
  const { limits } = app.context;
  const limit = newLimit(1);
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  expect(await limits.tryConsume(limit, "a")).toBe(true);
  vi.setSystemTime(start + 20_000);
  expect(await limits.take(limit, "a")).toMatchObject({ allowed: false, retryAfter: 40 });
  vi.setSystemTime(start + 60_000);
  expect(await limits.take(limit, "a")).toMatchObject({ allowed: true, used: 1, retryAfter: 60 });
});

test("returned points can be used again, but never more than were used", async () => {
  const { limits } = app.context;
  const one = { limit: newLimit(3), key: "a" };
  const other = { limit: newLimit(3), key: "b" };
  await limits.takeInTurn([one, other]);
  await limits.takeInTurn([one, other]);
  await limits.giveBack([
    { ...one, points: 1 },
    { ...other, points: 5 },
    { limit: newLimit(3), key: "never used", points: 1 },
  ]);
  expect(await limits.takeInTurn([one, other])).toMatchObject([{ used: 2 }, { used: 1 }]);
});

test("parallel attempts are counted one by one while others return points", async () => {
  const { limits } = app.context;
  const counters = ["c", "a", "b"].map((key) => ({ limit: newLimit(1_000), key }));
  const attempts = Array.from({ length: 30 }, async (_, index) => {
    const taken = await limits.takeInTurn(counters);
    if (index % 2) await limits.giveBack(counters.map((counter) => ({ ...counter, points: 1 })));
    return taken;
  });
  expect(await Promise.all(attempts)).toHaveLength(30);
  const used = (await limits.takeInTurn(counters)).map((taken) => taken.used);
  expect(used).toEqual([16, 16, 16]);
});
