/** The number of published courses for each combination of facets, from which totals and facet counts are calculated. */
import { count, getTableColumns, gt, type SQL, sql, sum } from "drizzle-orm";
import { courseCategories, type PriceBand, priceBands } from "#lib/catalog/course-filters.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courseCounts, courseListings } from "../db/tables/course-listings.table.ts";

/** Courses with the same facets. */
export interface CourseGroup {
  level: string;
  language: string | null;
  gender: string | null;
  isFull: boolean;
  priceBand: PriceBand;
  categories: string[];
  count: number;
}

/**
 * The groups of all published courses, or of those that match the condition on `courseListings`.
 * Without a condition, they are read from stored sums, one for each group. With one, the matching
 * courses are counted.
 */
export async function readGroups(db: Db, condition: SQL | undefined): Promise<CourseGroup[]> {
  return condition ? countListings(db, condition) : sumCounts(db);
}

async function countListings(db: Db, condition: SQL): Promise<CourseGroup[]> {
  const { kind } = courseListings;
  const found = await db
    .select({ kind, count: count() })
    .from(courseListings)
    .where(condition)
    .groupBy(kind);
  return found.map((row) => ({ ...parseGroup(row.kind), count: row.count }));
}

function sumCounts(db: Db): Promise<CourseGroup[]> {
  const { id: _, change, ...facets } = getTableColumns(courseCounts);
  const total = sum(change).mapWith(Number);
  return db
    .select({ ...facets, count: total })
    .from(courseCounts)
    .groupBy(...Object.values(facets))
    .having(gt(total, 0));
}

/** Reads a group in the format of `courseListings`. Only the language at the end is free text. */
function parseGroup(text: string): Omit<CourseGroup, "count"> {
  const [level = "", band, gender, full, categories = "", ...language] = text.split("|");
  return {
    level,
    priceBand: priceBands.find(({ value }) => value === band)?.value ?? "free",
    gender: gender || null,
    isFull: full === "full",
    categories: categories.split(",").filter((category) => category !== ""),
    language: language.join("|") || null,
  };
}

/** Writes a group in the format of `courseListings`. */
export function writeGroup(group: Omit<CourseGroup, "count">): string {
  const { level, priceBand, gender, isFull, categories, language } = group;
  const named = categories.map((category) => `${category},`).join("");
  return [level, priceBand, gender ?? "", isFull ? "full" : "", named, language ?? ""].join("|");
}

/** Sums up the changes of the counts, so that reading them stays as cheap as it was. */
export async function sumUpCounts({ db }: Context): Promise<void> {
  const facets = sql.raw(`"level", "language", "gender", "is_full", "price_band", "categories"`);
  // One statement, so that a simultaneous reader sees either the changes or their sums. A group with a
  // single row keeps it, and with it cached counts stay valid.
  await db.execute(sql`
    with several as (
      select array_agg("id") as ids from ${courseCounts} group by ${facets} having count(*) > 1
    ), summed as (
      delete from ${courseCounts} using several where "id" = any(several.ids) returning ${courseCounts}.*
    )
    insert into ${courseCounts} (${facets}, "change")
    select ${facets}, sum("change") from summed group by ${facets} having sum("change") <> 0
  `);
}

/** The catalog's category of that name, however it is written. */
export function findCategory(name: string): string | undefined {
  const folded = foldForSearch(name);
  return courseCategories.find((category) => foldForSearch(category) === folded);
}
