/** A class that is deleted while its live page is open doesn't affect other classes. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { beatMs } from "#lib/live-pages/live-pages.rules.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addLiveClass, type PageStream } from "../../support/live-pages.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  // The process sends heartbeats only when a test triggers them.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  app = await createTestApp();
});
afterAll(() => {
  vi.useRealTimers();
});

const { addClass, follow } = attend(() => app);

const following = (classId: string) => eq(livePageFollowers.classId, classId);

const isStored = (classId: string) =>
  expect.poll(() => app.context.db.$count(livePageFollowers, following(classId))).toBe(1);

/** Triggers a heartbeat, and waits until the process has renewed the presence in the class. */
async function expectRenewed(classId: string): Promise<void> {
  const { db } = app.context;
  const isFresh = sql<boolean>`${livePageFollowers.seenAt} > now() - interval '10 seconds'`;
  await db
    .update(livePageFollowers)
    .set({ seenAt: sql`now() - interval '1 minute'` })
    .where(following(classId));
  vi.advanceTimersByTime(beatMs);
  await expect
    .poll(() => db.select({ isFresh }).from(livePageFollowers).where(following(classId)))
    .toEqual([{ isFresh: true }]);
}

describe("the presences of a class", () => {
  const watchTwo = async () => {
    const [first, second] = [await addClass(), await addClass()];
    const streams: PageStream[] = [];
    for (const { teacher, classId } of [first, second]) {
      streams.push(await follow(teacher, classId));
      await isStored(classId);
    }
    return { first, second, streams };
  };

  it("are renewed after the course of another class was deleted", async () => {
    const { second } = await watchTwo();
    const { teacher, courseId, classId } = await addLiveClass(app.context);
    await follow(teacher, classId);
    await isStored(classId);
    const deleted = await app.call("DELETE", `/api/courses/${courseId}`, { token: teacher.token });
    expect(deleted.status).toBe(200);
    expect(await app.context.db.$count(classes, eq(classes.id, classId))).toBe(0);
    await expectRenewed(second.classId);
    await expectRenewed(second.classId);
  });

  it("are renewed after another class alone was deleted", async () => {
    const { first, second } = await watchTwo();
    await app.context.db.delete(classes).where(eq(classes.id, first.classId));
    await expectRenewed(second.classId);
  });

  it("are stored in a class whose stream began after another class was deleted", async () => {
    const { first, second, streams } = await watchTwo();
    await app.context.db.delete(classes).where(eq(classes.id, first.classId));
    await streams[0]?.close();
    await follow(second.student, second.classId);
    await expect
      .poll(() => app.context.db.$count(livePageFollowers, following(second.classId)))
      .toBe(2);
  });
});
