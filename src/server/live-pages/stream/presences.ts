/**
 * Who has a live page open. Each process stores the people who have a stream in it, so that all
 * processes know about everyone, including processes that start later. The database's clock decides
 * who is away.
 */
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { awayMs } from "#lib/live-pages/live-pages.rules.ts";
import type { LivePagePresences } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { livePageFollowers, raisedHands } from "../../db/tables/live-pages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { transact } from "../../db/transact.ts";
import { notifySql } from "./page-events.ts";

/** People who left the page longer ago than this are no longer listed. */
const listedHours = 6;

export interface PresenceChange {
  classId: string;
  profileId: string;
  isOpen: boolean;
}

/**
 * Stores which people have opened or closed a page in this process. Classes and people that have
 * been deleted in the meantime are skipped, so that they don't prevent the others from being
 * stored. All statements that change several followers lock them by class and profile, so they
 * can't deadlock with each other. A course that is being deleted may lock its classes in a
 * different order.
 */
export async function storePresences(
  db: Db,
  serverId: string,
  changes: readonly PresenceChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const list = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const statement = sql`
    insert into ${livePageFollowers} (class_id, profile_id, server_id, is_open, seen_at)
    select given.class_id, given.profile_id, ${serverId}, given.is_open, now() from unnest(
      ${list(changes.map(({ classId }) => classId))},
      ${list(changes.map(({ profileId }) => profileId))},
      ${sql.param(changes.map(({ isOpen }) => isOpen))}::boolean[]
    ) as given (class_id, profile_id, is_open)
    join ${classes} on ${classes.id} = given.class_id
    join ${profiles} on ${profiles.id} = given.profile_id
    order by given.class_id, given.profile_id
    for key share of classes, profiles
    on conflict (class_id, profile_id, server_id) do update
    set is_open = excluded.is_open, seen_at = excluded.seen_at`;
  await transact(db, (tx) => tx.execute(statement));
}

/** Locks rows in the order of `storePresences`. @returns their number. */
async function lockFollowers(tx: Db, condition: SQL | undefined): Promise<number> {
  const rows = await tx
    .select({ classId: livePageFollowers.classId })
    .from(livePageFollowers)
    .where(condition)
    .orderBy(asc(livePageFollowers.classId), asc(livePageFollowers.profileId))
    .for("update");
  return rows.length;
}

/** Deletes rows within a transaction. */
export async function deleteFollowers(tx: Db, condition: SQL | undefined): Promise<void> {
  if ((await lockFollowers(tx, condition)) === 0) return;
  await tx.delete(livePageFollowers).where(condition);
}

/** Marks everyone in this process as gone, when it stops. */
export async function closePresences(db: Db, serverId: string): Promise<void> {
  const isOpenHere = and(
    eq(livePageFollowers.serverId, serverId),
    eq(livePageFollowers.isOpen, true),
  );
  await transact(db, async (tx) => {
    await lockFollowers(tx, isOpenHere);
    await tx.update(livePageFollowers).set({ isOpen: false, seenAt: sql`now()` }).where(isOpenHere);
  });
}

/** Notifies all processes that presences or raised hands of a class have changed. */
export async function notifyPresence(db: Db, classId: string): Promise<void> {
  const event = JSON.stringify({ type: "presence", classId });
  await db.execute(sql`select ${notifySql(sql`${event}`)}`);
}

const personColumns = {
  id: profiles.id,
  name: profiles.name,
  role: profiles.role,
  age: profiles.age,
};

/**
 * Reads the people and hands of a class.
 * @param here the people with a stream in the process `serverId`, who may not have been stored yet.
 */
export async function readPresences(
  db: Db,
  classId: string,
  { serverId, here }: { serverId: string; here: ReadonlySet<string> },
): Promise<LivePagePresences> {
  const [rows, hands] = await Promise.all([
    db
      .select({
        ...personColumns,
        /** Whether the person has a stream in another process. */
        isElsewhere: sql<boolean>`bool_or(${livePageFollowers.isOpen}
          and ${livePageFollowers.serverId} <> ${serverId}
          and ${livePageFollowers.seenAt} > now() - ${awayMs} * interval '1 millisecond')`,
        silentMs: sql<string>`extract(epoch from now() - max(${livePageFollowers.seenAt})) * 1000`,
      })
      .from(livePageFollowers)
      .innerJoin(profiles, eq(profiles.id, livePageFollowers.profileId))
      .where(
        and(
          eq(livePageFollowers.classId, classId),
          gt(livePageFollowers.seenAt, sql`now() - ${listedHours} * interval '1 hour'`),
        ),
      )
      .groupBy(profiles.id)
      .orderBy(asc(profiles.name), asc(profiles.id)),
    db
      .select({ ...personColumns, raisedAt: raisedHands.raisedAt })
      .from(raisedHands)
      .innerJoin(profiles, eq(profiles.id, raisedHands.profileId))
      .where(eq(raisedHands.classId, classId))
      .orderBy(asc(raisedHands.raisedAt), asc(profiles.id)),
  ]);
  const now = Date.now();
  return {
    here,
    people: rows.map(({ isElsewhere, silentMs: _, ...person }) => ({
      ...person,
      isHere: isElsewhere || here.has(person.id),
    })),
    hands,
    seenAt: new Map(rows.map(({ id, silentMs }) => [id, now - Number(silentMs)])),
  };
}

/** People with a stream in this process who haven't been stored yet are counted but not listed. */
export function countFollowers({ people, here }: LivePagePresences, leadId: string): number {
  const present = new Set(people.filter(({ isHere }) => isHere).map(({ id }) => id));
  for (const id of here) present.add(id);
  present.delete(leadId);
  return present.size;
}
