/** A broken connection to the database doesn't end the streams of live pages. */
import { and, eq, gt, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { beatMs } from "#lib/live-pages/live-pages.rules.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  // The process sends heartbeats only when a test triggers them.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  app = await createTestApp();
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const { addClass, follow } = attend(() => app);

/** Triggers a heartbeat. The first queries of the viewers' memberships fail. */
async function beatWithFailures(failures: number) {
  const run = pg.Client.prototype.query;
  let failed = 0;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...input: unknown[]
  ) {
    const [statement] = input as [string | { text: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    if (failed === failures || !text.includes("select distinct given.class_id")) {
      return Reflect.apply(run, this, input);
    }
    failed += 1;
    const answer = input.at(-1);
    const error = new Error("Query read timeout");
    if (typeof answer !== "function") return Promise.reject(error);
    answer(error);
  });
  onTestFinished(() => spy.mockRestore());
  vi.advanceTimersByTime(beatMs);
  await expect.poll(() => failed).toBe(failures);
}

describe("a stream", () => {
  it("continues after a query of its viewer's rights has failed", async () => {
    const { student, classId } = await addClass();
    const { db } = app.context;
    const stream = await follow(student, classId);
    const renewed = () =>
      db.$count(
        livePageFollowers,
        and(
          eq(livePageFollowers.classId, classId),
          gt(livePageFollowers.seenAt, sql`now() - interval '10 seconds'`),
        ),
      );
    await expect.poll(renewed).toBe(1);
    await db.update(livePageFollowers).set({ seenAt: sql`now() - interval '1 minute'` });
    await beatWithFailures(1);
    // The process renews presences after it has checked the rights.
    await expect.poll(renewed).toBe(1);
    expect(stream.hasEnded()).toBe(false);
  });

  it("ends if its viewer's rights can't be checked", async () => {
    const { student, classId } = await addClass();
    const stream = await follow(student, classId);
    await beatWithFailures(2);
    await expect.poll(() => stream.hasEnded()).toBe(true);
  });
});
