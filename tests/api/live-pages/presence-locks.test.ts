/**
 * Statements that change the same followers at the same time wait for each other but never
 * deadlock.
 */
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, createPool, type Db } from "#server/db/connection.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import {
  closePresences,
  deleteFollowers,
  type PresenceChange,
  storePresences,
} from "#server/live-pages/stream/presences.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { quietLog } from "../../support/database/server-url.ts";
import { addLiveClass } from "../../support/live-pages.ts";
import { addStudent } from "../../support/people.ts";

let app: TestApp;
let pool: ReturnType<typeof createPool>;
let db: Db;
const serverId = "server-of-this-test";

beforeAll(async () => {
  app = await createTestApp();
  // PostgreSQL doesn't resolve a deadlock here, so it can't be hidden by a retry: its statements
  // exceed the lock timeout.
  const { rows } = await app.database.pool.query("select current_database() as name");
  await app.database.pool.query(`alter database ${rows[0].name} set deadlock_timeout = '10min'`);
  pool = createPool(app.database.url, { log: quietLog });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

/** Three followers of a class, stored in descending order. */
async function addFollowers(): Promise<[PresenceChange, PresenceChange, PresenceChange]> {
  const { classId } = await addLiveClass(app.context);
  const add = async () => (await addStudent(app.context)).profileId;
  const ids = [await add(), await add(), await add()].toSorted().toReversed();
  const [first = "", second = "", third = ""] = ids;
  const toChange = (profileId: string) => ({ classId, profileId, isOpen: true });
  const changes = [toChange(first), toChange(second), toChange(third)] as const;
  for (const change of changes) await storePresences(db, serverId, [change]);
  return [...changes];
}

const waiting = async () => {
  const { rows } = await app.database.pool.query(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].number;
};

/** Runs both statements while a third transaction holds a lock on the second follower. */
async function runTogether(
  middle: PresenceChange,
  both: [() => Promise<unknown>, () => Promise<unknown>],
): Promise<void> {
  let running: Promise<unknown>[] = [];
  await app.context.db.transaction(async (tx) => {
    await tx
      .select()
      .from(livePageFollowers)
      .where(eq(livePageFollowers.profileId, middle.profileId))
      .for("update");
    running = both.map((run) => run());
    for (const each of running) each.catch(() => {});
    await expect.poll(waiting).toBe(2);
  });
  await Promise.all(running);
}

describe("storing followers", () => {
  it("doesn't deadlock with a statement that stores them in the opposite order", async () => {
    const changes = await addFollowers();
    await runTogether(changes[1], [
      () => storePresences(db, serverId, changes),
      () => storePresences(db, serverId, changes.toReversed()),
    ]);
    const { classId } = changes[1];
    expect(await db.$count(livePageFollowers, eq(livePageFollowers.classId, classId))).toBe(3);
  });

  it("doesn't deadlock with a statement that marks all of them as gone", async () => {
    const changes = await addFollowers();
    await runTogether(changes[1], [
      () => storePresences(db, serverId, changes.toReversed()),
      () => closePresences(db, serverId),
    ]);
  });

  it("doesn't deadlock with a statement that deletes all of them", async () => {
    const changes = await addFollowers();
    const ids = changes.map(({ profileId }) => profileId);
    await runTogether(changes[1], [
      () => storePresences(db, serverId, changes.toReversed()),
      () => db.transaction((tx) => deleteFollowers(tx, inArray(livePageFollowers.profileId, ids))),
    ]);
  });
});
