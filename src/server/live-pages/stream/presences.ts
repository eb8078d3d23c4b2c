/**
 * Who has a live page open. Each process stores the people who have a stream in it, so that all
 * processes can list everyone, including processes that start later. The database's clock decides
 * who is away.
 */
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { awayMs } from "#lib/live-pages/live-pages.rules.ts";
import type { LivePagePresences } from "../../context.ts";
import { isEnrolled, isMemberOf } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { livePageFollowers, raisedHands } from "../../db/tables/live-pages.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { transact } from "../../db/transact.ts";
import { isReachable } from "../../public-person.ts";
import { notifySql } from "./page-events.ts";

/** People who left the page longer ago than this are no longer listed. */
const listedHours = 6;

export interface PresenceChange {
  classId: string;
  profileId: string;
  isOpen: boolean;
  /** How long ago the person was last heard from. A dead connection is noticed only later. */
  silentMs?: number;
}

/**
 * Stores which people have opened or closed a page in this process. Classes that have been deleted
 * in the meantime, and people who have been deleted or suspended, are skipped, so that they don't
 * prevent the others from being stored, and a stream that ends with an account stores nothing about
 * it. The lock waits for a deletion that is in progress. All statements that change several followers lock them by class and profile, so they
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
    select given.class_id, given.profile_id, ${serverId}, given.is_open,
      now() - given.silent_ms * interval '1 millisecond'
    from unnest(
      ${list(changes.map(({ classId }) => classId))},
      ${list(changes.map(({ profileId }) => profileId))},
      ${sql.param(changes.map(({ isOpen }) => isOpen))}::boolean[],
      ${sql.param(changes.map(({ silentMs = 0 }) => silentMs))}::int[]
    ) as given (class_id, profile_id, is_open, silent_ms)
    join ${classes} on ${classes.id} = given.class_id
    join ${profiles} on ${profiles.id} = given.profile_id
    join ${users} on ${users.id} = ${profiles.userId}
    where ${isReachable()}
    order by given.class_id, given.profile_id
    for key share of classes, profiles, users
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
 * Reads the people and hands of a class. Students are listed while they are enrolled, whether or not
 * they have opened the page: they can recite without it. Suspended students and deleted accounts,
 * which keep their paid seats, aren't listed.
 * @param here the people with a stream in the process `serverId`, who may not have been stored yet.
 */
export async function readPresences(
  db: Db,
  classId: string,
  { serverId, here }: { serverId: string; here: ReadonlySet<string> },
): Promise<LivePagePresences> {
  const [followers, students, hands] = await Promise.all([
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
      .innerJoin(users, eq(users.id, profiles.userId))
      .innerJoin(classes, eq(classes.id, livePageFollowers.classId))
      .innerJoin(courses, eq(courses.id, classes.courseId))
      .where(
        and(
          eq(livePageFollowers.classId, classId),
          isMemberOf(profiles.id),
          isReachable(),
          gt(livePageFollowers.seenAt, sql`now() - ${listedHours} * interval '1 hour'`),
        ),
      )
      .groupBy(profiles.id)
      .orderBy(asc(profiles.name), asc(profiles.id)),
    db
      .select(personColumns)
      .from(classes)
      .innerJoin(enrollments, and(eq(enrollments.courseId, classes.courseId), isEnrolled))
      .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(eq(classes.id, classId), isReachable()))
      .orderBy(asc(profiles.name), asc(profiles.id)),
    db
      .select({ ...personColumns, raisedAt: raisedHands.raisedAt })
      .from(raisedHands)
      .innerJoin(profiles, eq(profiles.id, raisedHands.profileId))
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(eq(raisedHands.classId, classId), isReachable()))
      .orderBy(asc(raisedHands.raisedAt), asc(profiles.id)),
  ]);
  const now = Date.now();
  const known = new Map(followers.map((follower) => [follower.id, follower]));
  const studentIds = new Set(students.map(({ id }) => id));
  const isNotStudent = ({ id }: { id: string }) => !studentIds.has(id);
  return {
    here,
    people: [...followers.filter(isNotStudent), ...students].map(({ id, name, role, age }) => {
      const follower = known.get(id);
      return {
        ...{ id, name, role, age },
        isHere: here.has(id) || follower?.isElsewhere === true,
        hasOpened: here.has(id) || follower !== undefined,
      };
    }),
    hands,
    seenAt: new Map(followers.map(({ id, silentMs }) => [id, now - Number(silentMs)])),
  };
}

/** The IDs of the people who have the page open, in this process or another. */
export function listPresent({
  people,
  here,
}: Pick<LivePagePresences, "people" | "here">): Set<string> {
  const present = new Set(here);
  for (const { id, isHere } of people) if (isHere) present.add(id);
  return present;
}

/** People with a stream in this process who haven't been stored yet are counted but not listed. */
export function countFollowers(presences: LivePagePresences, leadId: string): number {
  const present = listPresent(presences);
  present.delete(leadId);
  return present.size;
}
