/** Stores a change of a live page, and notifies all processes, in one statement. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StoredLivePage } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { livePages, livePageVerses, raisedHands } from "../db/tables/live-pages.table.ts";
import { transact } from "../db/transact.ts";
import { earlyMs, lateMs } from "./class-span.ts";
import type { LiveClass } from "./find-live-class.ts";
import { pageJson } from "./stored-page.ts";
import { notifySql } from "./stream/page-events.ts";

type Columns = Partial<
  Omit<typeof livePages.$inferInsert, "classId" | "seq" | "updatedAt" | "stops">
>;

/** A recap needs at most this many visits of a verse, and of times at which sharing stopped. */
const maxRecorded = 200;

export interface PageChange {
  set: Columns;
  /** What must still be true of the row, in addition to the lead's epoch. */
  condition?: SQL | undefined;
  /**
   * The students to whom the change gives a role, without duplicates. They must still be enrolled
   * in the course.
   */
  students?: readonly string[];
  /** Whether the new current verse is recorded for the recap, if the class is ongoing. */
  isReading?: boolean;
  /** The student who now recites. The student's raised hand is lowered. */
  reciterId?: string;
}

/**
 * Changes the page if its lead is still the one in `live`, so only one of two competing leads can
 * succeed. @returns the new page, or undefined if it can't be changed anymore.
 */
export async function changePage(
  db: Db,
  live: LiveClass,
  { set, condition, students = [], isReading = false, reciterId }: PageChange,
): Promise<StoredLivePage | undefined> {
  const { classId, courseId, hostId, page, isStored } = live;
  const updatedAt = new Date();
  const read = listRead(live, isReading ? set.current : null, updatedAt);
  if (!isStored) {
    await db.insert(livePages).values({ classId, leadId: hostId, updatedAt }).onConflictDoNothing();
  }
  const changed = db
    .update(livePages)
    .set({
      ...set,
      ...(set.shared === false && { stops: appended(livePages.stops, updatedAt) }),
      seq: sql`${livePages.seq} + 1`,
      updatedAt,
    })
    .where(
      and(
        eq(livePages.classId, classId),
        eq(livePages.leadId, page.lead.id),
        eq(livePages.leadEpoch, page.leadEpoch),
        condition,
        areSeated(students),
      ),
    )
    .returning();
  const statement = sql`
    with ${students.length === 0 ? sql`` : lockSeats(db, courseId, students)}
    page as (${changed.getSQL()})
    ${read.length === 0 ? sql`` : recordVerses(read)}
    ${reciterId === undefined ? sql`` : lowerHand(reciterId)}
    select changed.page, ${notifySql(sql`json_build_object('type', 'state', 'page', changed.page)`)}
    from page cross join lateral (select ${pageJson} as page) as changed`;
  const run = (on: Db) => on.execute<{ page: StoredLivePage }>(statement);
  // Enrollments that end at the same time may be locked in a different order, which can cause a
  // deadlock. The transaction is then repeated.
  const { rows } = students.length > 1 ? await transact(db, run) : await run(db);
  return rows[0]?.page;
}

/**
 * Waits for changes to these enrollments that are already in progress. Later changes wait for this
 * transaction, so the trigger on enrollments finds the student on the page.
 */
const lockSeats = (db: Db, courseId: string, students: readonly string[]): SQL => {
  const seats = db
    .select({ studentId: enrollments.studentId })
    .from(enrollments)
    .where(
      and(
        isEnrollmentOf(sql`${enrollments.studentId}`, courseId),
        inArray(enrollments.studentId, [...students]),
      ),
    )
    .orderBy(enrollments.id)
    .for("share");
  return sql`seated as (${seats.getSQL()}),`;
};

/** The subquery doesn't depend on the page, so the enrollments are locked before the page is. */
const areSeated = (students: readonly string[]): SQL | undefined =>
  students.length === 0 ? undefined : sql`(select count(*) from seated) = ${students.length}`;

interface ReadVerse {
  /** From 1 to 6,236. */
  verse: number;
  at: Date;
}

/**
 * The verses that a change records: the new current verse, and one that was chosen before the class
 * and is still current at its start.
 */
function listRead(
  { startsAt, endsAt, page }: LiveClass,
  verse: number | null | undefined,
  now: Date,
): ReadVerse[] {
  const begin = startsAt.getTime() - earlyMs;
  if (now.getTime() < begin || now.getTime() > endsAt.getTime() + lateMs) return [];
  const read = typeof verse === "number" ? [{ verse, at: now }] : [];
  const { current, updatedAt } = page;
  if (current === null || current === verse || updatedAt >= begin) return read;
  const isBefore = now <= startsAt;
  // A verse that was only current before the class wasn't read in it.
  if (isBefore && read.length > 0) return read;
  return [{ verse: current, at: isBefore ? now : startsAt }, ...read];
}

/** A list of instants with another one at its end, if it isn't full. */
const appended = (list: PgColumn, at: Date): SQL => sql`case
  when jsonb_array_length(${list}) < ${maxRecorded}
  then ${list} || jsonb_build_array(${at.toISOString()}::text) else ${list} end`;

const recordVerses = (read: readonly ReadVerse[]) => {
  const rows = read.map(
    ({ verse, at }) =>
      sql`(${verse}::integer, ${at.toISOString()}::timestamptz, ${at.toISOString()}::text)`,
  );
  return sql`, read as (
    insert into ${livePageVerses} as known (class_id, verse, first_at, last_at, visits)
    select page.class_id, given.verse, given.at, given.at, jsonb_build_array(given.visit)
    from page cross join (values ${sql.join(rows, sql`, `)}) as given (verse, at, visit)
    on conflict (class_id, verse) do update set last_at = excluded.last_at, visits = case
      when jsonb_array_length(known.visits) < ${maxRecorded}
      then known.visits || excluded.visits else known.visits end
  )`;
};

const lowerHand = (profileId: string) => sql`, lowered as (
  delete from ${raisedHands} using page
  where ${raisedHands.classId} = page.class_id and ${raisedHands.profileId} = ${profileId}
)`;
