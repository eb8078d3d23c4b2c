/** Stores a change of a live page, and notifies all processes, in one statement. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { StoredLivePage } from "../context.ts";
import { isEnrollmentOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { livePages, livePageVerses, raisedHands } from "../db/tables/live-pages.table.ts";
import { transact } from "../db/transact.ts";
import type { LiveClass } from "./find-live-class.ts";
import { notifySql } from "./page-events.ts";
import { pageJson } from "./stored-page.ts";

type Columns = Partial<Omit<typeof livePages.$inferInsert, "classId" | "seq" | "updatedAt">>;

export interface PageChange {
  set: Columns;
  /** What must still be true of the row, besides the lead's epoch. */
  condition?: SQL | undefined;
  /** The students to whom it gives a part, each once. They must still be enrolled in the course. */
  students?: readonly string[];
  /** Whether the current verse is recorded for the recap. */
  isReading?: boolean;
  /** The student who recites now, whose hand is lowered. */
  reciterId?: string;
}

/**
 * Changes the page if its lead is still the one that `live` has, so that of two leads only one can
 * win. @returns the new page, or undefined if it can't be changed anymore.
 */
export async function changePage(
  db: Db,
  { classId, courseId, hostId, page, isStored }: LiveClass,
  { set, condition, students = [], isReading = false, reciterId }: PageChange,
): Promise<StoredLivePage | undefined> {
  const updatedAt = new Date();
  if (!isStored) {
    await db.insert(livePages).values({ classId, leadId: hostId, updatedAt }).onConflictDoNothing();
  }
  const changed = db
    .update(livePages)
    .set({ ...set, seq: sql`${livePages.seq} + 1`, updatedAt })
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
    ${isReading ? recordVerse(updatedAt) : sql``}
    ${reciterId === undefined ? sql`` : lowerHand(reciterId)}
    select changed.page, ${notifySql(sql`json_build_object('type', 'state', 'page', changed.page)`)}
    from page cross join lateral (select ${pageJson} as page) as changed`;
  const run = (on: Db) => on.execute<{ page: StoredLivePage }>(statement);
  // Several enrollments that end at once may be locked in another order, which is a deadlock.
  const { rows } = students.length > 1 ? await transact(db, run) : await run(db);
  return rows[0]?.page;
}

/**
 * Waits for changes of the enrollments that have begun. Those that begin later wait for this one,
 * so that the trigger on enrollments finds the student on the page.
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

/** The subquery doesn't depend on the page, so the enrollments are locked before it. */
const areSeated = (students: readonly string[]): SQL | undefined =>
  students.length === 0 ? undefined : sql`(select count(*) from seated) = ${students.length}`;

const recordVerse = (at: Date) => sql`, read as (
  insert into ${livePageVerses} (class_id, verse, first_at, last_at)
  select page.class_id, page.current, given.at, given.at
  from page, (select ${at.toISOString()}::timestamptz as at) as given
  on conflict (class_id, verse) do update set last_at = excluded.last_at
)`;

const lowerHand = (profileId: string) => sql`, lowered as (
  delete from ${raisedHands} using page
  where ${raisedHands.classId} = page.class_id and ${raisedHands.profileId} = ${profileId}
)`;
