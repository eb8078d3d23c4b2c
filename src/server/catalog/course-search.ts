/** Counts of search results by kind, cached until a listing changes. */
import { and, arrayOverlaps, gte, like, lte, or, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type CourseFilter, findCategory } from "#lib/catalog/course-filters.ts";
import { isTimed } from "#lib/catalog/hour-filters.ts";
import { listSearchPatterns, listSpellings } from "#lib/catalog/search-synonyms.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { courseKindCounts, courseListings } from "../db/tables/course-listings.table.ts";
import { startsWithin } from "./class-hours.ts";
import { type CourseGroup, readGroups } from "./facet-counts.ts";

interface Counted {
  /** The version of the listings when they were counted, or an earlier one. */
  version: string;
  groups: Promise<CourseGroup[]>;
}

/** The maximum number of searches whose counts are cached, because common ones are repeated often. */
const maxCachedSearches = 500;

const counted = new WeakMap<Db, LRUCache<string, Counted>>();

/**
 * The conditions that the groups don't cover: words in the title, the topics or the teacher's name,
 * topics other than the catalog's categories, prices, and the days and times of classes.
 */
export async function findCondition(db: Db, filter: CourseFilter): Promise<SQL | undefined> {
  const { search, topic } = readSearchText(filter);
  const { minPrice, maxPrice } = filter;
  const { payableCents } = courseListings;
  return and(
    minPrice ? gte(payableCents, Number(minPrice) * 100) : undefined,
    maxPrice ? lte(payableCents, Number(maxPrice) * 100) : undefined,
    await startsWithin(db, filter, new Date()),
    ...listSearchPatterns(search).map((patterns) =>
      or(...patterns.map((pattern) => like(courseListings.searchText, pattern))),
    ),
    topic ? arrayOverlaps(courseListings.searchTopics, [...listSpellings(topic)]) : undefined,
  );
}

/** What the counts of a condition depend on. */
function toKey(filter: CourseFilter): string {
  const { day, time, zone, minPrice, maxPrice } = filter;
  // Offsets of zones change at most once a day.
  const date = isTimed(filter) ? new Date().toISOString().slice(0, 10) : undefined;
  return JSON.stringify([readSearchText(filter), day, time, zone, date, minPrice, maxPrice]);
}

function readSearchText({ search, category }: CourseFilter): { search: string; topic: string } {
  return {
    search: foldForSearch(search ?? ""),
    topic: category && !findCategory(category) ? foldForSearch(category) : "",
  };
}

/**
 * The groups of courses that match the condition of `findCondition`. Counts are cached. Every process compares the
 * version before it uses them, so that none returns outdated counts.
 */
export async function findGroups(
  db: Db,
  filter: CourseFilter,
  condition: SQL | undefined,
): Promise<CourseGroup[]> {
  if (!condition) return readGroups(db, undefined);
  const cache = counted.get(db) ?? new LRUCache<string, Counted>({ max: maxCachedSearches });
  counted.set(db, cache);
  const key = toKey(filter);
  const version = await readVersion(db);
  const before = cache.get(key);
  if (before?.version === version) return before.groups;
  const groups = readGroups(db, condition);
  cache.set(key, { version, groups });
  // Don't cache failures, so that a retry counts again.
  groups.catch(() => cache.delete(key));
  return groups;
}

/**
 * A version that changes with every committed change of a listing, because each change inserts a
 * row of counts.
 */
async function readVersion(db: Db): Promise<string> {
  const { id } = courseKindCounts;
  const version = sql<string>`md5(coalesce(string_agg(${id}::text, ',' order by ${id}), ''))`;
  const [row] = await db.select({ version }).from(courseKindCounts);
  return row?.version ?? "";
}
