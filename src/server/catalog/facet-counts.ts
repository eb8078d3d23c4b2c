/**
 * The number of published courses for each combination of facets, from which totals and facet
 * counts are computed.
 */
import { count, gt, type SQL, sql, sum } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courseKindCounts, courseListings } from "../db/tables/course-listings.table.ts";

/** Courses with the same facet values. */
export interface CourseGroup {
  /** The facet values as stored, separated by `|`. */
  kind: string;
  /** The facet values. Filters refer to them by index. */
  values: readonly string[];
  count: number;
}

/**
 * The groups of all published courses, or of those that match the condition on `courseListings`.
 * Without a condition, the stored counts are added up. With one, the matching courses are counted.
 */
export async function readGroups(db: Db, condition: SQL | undefined): Promise<CourseGroup[]> {
  const rows = await (condition ? countListings(db, condition) : sumCounts(db));
  return rows.map((row) => ({ ...row, values: row.kind.split("|") }));
}

function countListings(db: Db, condition: SQL) {
  const { kind } = courseListings;
  return db.select({ kind, count: count() }).from(courseListings).where(condition).groupBy(kind);
}

function sumCounts(db: Db) {
  const { kind, change } = courseKindCounts;
  const total = sum(change).mapWith(Number);
  return db
    .select({ kind, count: total })
    .from(courseKindCounts)
    .groupBy(kind)
    .having(gt(total, 0));
}

/** Merges the count changes of each group into one row, so that reading them stays cheap. */
export async function sumUpCounts({ db }: Context): Promise<void> {
  // A single statement, so that concurrent readers see either the changes or their sum. Groups with
  // a single row keep it, so that cached counts stay valid.
  await db.execute(sql`
    with several as (
      select array_agg("id") as ids from ${courseKindCounts} group by "kind" having count(*) > 1
    ), summed as (
      delete from ${courseKindCounts} using several where "id" = any(several.ids)
      returning ${courseKindCounts}.*
    )
    insert into ${courseKindCounts} ("kind", "change")
    select "kind", sum("change") from summed group by "kind" having sum("change") <> 0
  `);
}
