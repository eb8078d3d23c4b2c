/** What a search finds, counted by kinds once for as long as no listing changes. */
import { and, arrayContains, like, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type CourseFilter, findCategory } from "#lib/catalog/course-filters.ts";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { courseKindCounts, courseListings } from "../db/tables/course-listings.table.ts";
import { type CourseGroup, readGroups } from "./facet-counts.ts";

interface Counted {
  /** The state of the listings that was counted, or one before it. */
  version: string;
  groups: Promise<CourseGroup[]>;
}

/** The number of searches whose counts are cached, because common ones are repeated often. */
const remembered = 500;

const counted = new WeakMap<Db, LRUCache<string, Counted>>();

/**
 * The conditions that the groups don't cover: text in the title, and topics outside the catalog's
 * categories.
 */
export function textCondition(filter: CourseFilter): SQL | undefined {
  const { title, topic } = readSearchText(filter);
  return and(
    title ? like(courseListings.searchTitle, containsPattern(title)) : undefined,
    topic ? arrayContains(courseListings.searchTopics, [topic]) : undefined,
  );
}

function readSearchText({ search, category }: CourseFilter): { title: string; topic: string } {
  return {
    title: foldForSearch(search ?? ""),
    topic: category && !findCategory(category) ? foldForSearch(category) : "",
  };
}

/**
 * The groups of courses that match the filter's text. They are counted once and cached. The version,
 * which is read first, shows in every process whether they are still valid.
 */
export async function findGroups(db: Db, filter: CourseFilter): Promise<CourseGroup[]> {
  const condition = textCondition(filter);
  if (!condition) return readGroups(db, undefined);
  const known = counted.get(db) ?? new LRUCache<string, Counted>({ max: remembered });
  counted.set(db, known);
  const key = JSON.stringify(readSearchText(filter));
  const version = await readVersion(db);
  const before = known.get(key);
  if (before?.version === version) return before.groups;
  const groups = readGroups(db, condition);
  known.set(key, { version, groups });
  // A retry after a failure counts again.
  groups.catch(() => known.delete(key));
  return groups;
}

/** Another text after every committed change of a listing: each leaves a row among the counts. */
async function readVersion(db: Db): Promise<string> {
  const { id } = courseKindCounts;
  const version = sql<string>`md5(coalesce(string_agg(${id}::text, ',' order by ${id}), ''))`;
  const [row] = await db.select({ version }).from(courseKindCounts);
  return row?.version ?? "";
}
