/** The catalog: published courses that are open for enrollment. It is the same for all viewers. */
import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { readFilter } from "#lib/catalog/chosen-filters.ts";
import {
  type CourseFilter,
  type CourseListQuery,
  type CourseSort,
  courseFilters,
  defaultListLimit,
  findCategory,
} from "#lib/catalog/course-filters.ts";
import { priceBands } from "#lib/catalog/filter-options.ts";
import type { CourseList, CourseView } from "#lib/courses/courses.responses.ts";
import type { Language } from "#lib/languages.ts";
import { type Paging, pageFigures, readPaging } from "#lib/paging/paging.ts";
import { findLanguageCode } from "#lib/text/language-codes.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toCourses } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";
import { type CourseOptions, countCourses, countOptions, matchingGroups } from "./course-facets.ts";
import { findCondition, findGroups } from "./course-search.ts";
import type { CourseGroup } from "./facet-counts.ts";

export interface Catalog extends CourseList {
  options: CourseOptions;
}

// Ordering by ID last makes the order stable, so that no course appears on two pages or on none.
const { createdAt, payableCents, ratingCount, ratingScore, isFull, nextClassAt, courseId } =
  courseListings;
const orders: Record<CourseSort, SQL[]> = {
  newest: [desc(createdAt), desc(courseId)],
  "price-asc": [asc(payableCents), asc(courseId)],
  "price-desc": [desc(payableCents), desc(courseId)],
  popularity: [desc(ratingCount), desc(courseId)],
  rating: [desc(ratingScore), desc(courseId)],
  // The next class that has a seat. Full courses come last.
  "next-class": [asc(isFull), asc(nextClassAt), asc(courseId)],
};

/** One page of the courses that match the query. Empty after the last page. */
export async function listCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<CourseList> {
  const filter = readFilter(query);
  const condition = await findCondition(context.db, filter);
  const groups = await findGroups(context.db, filter, condition);
  const paging = readPaging(query, defaultListLimit);
  return readList(context, { filter, condition, groups }, query, paging);
}

/**
 * Like `listCourses`, with the filter options. If the page is after the last one, it returns the
 * last one.
 * @param first the language of the courses that come before all others.
 */
export async function browseCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
  first?: Language,
): Promise<Catalog> {
  const filter = readFilter(query);
  const condition = await findCondition(context.db, filter);
  const groups = await findGroups(context.db, filter, condition);
  const requested = readPaging(query, defaultListLimit);
  const { pages } = pageFigures(countCourses(matchingGroups(groups, filter)), requested);
  const paging = { ...requested, page: Math.min(requested.page, Math.max(pages, 1)) };
  const list = await readList(context, { filter, condition, groups }, query, paging, first);
  const options = countOptions(groups, filter);
  if (filter.category && !findCategory(filter.category)) {
    // These counts already include the filter by topic, so the other categories must be counted
    // without it.
    const { category: topic, ...rest } = filter;
    const others = await findGroups(context.db, rest, await findCondition(context.db, rest));
    options.category = countOptions(others, rest).category;
    options.category.options.push({ value: topic, label: topic, count: list.total });
  }
  return { ...list, options };
}

interface Found {
  filter: CourseFilter;
  /** The part of the filter that the groups don't cover. */
  condition: SQL | undefined;
  groups: readonly CourseGroup[];
}

async function readList(
  context: Context,
  { filter, condition, groups }: Found,
  query: CourseListQuery,
  paging: Paging,
  first?: Language,
): Promise<CourseList> {
  const fitting = matchingGroups(groups, filter);
  const figures = pageFigures(countCourses(fitting), paging);
  const start = (paging.page - 1) * paging.limit;
  const parts = first === undefined ? [fitting] : divide(fitting, first);
  const courses: CourseView[] = [];
  let passed = 0;
  for (const part of parts) {
    const count = countCourses(part);
    const offset = Math.max(0, start - passed);
    const limit = paging.limit - courses.length;
    passed += count;
    if (offset >= count || limit === 0) continue;
    const all = and(ofKinds(part, groups), withinBand(filter), condition);
    courses.push(...(await readSlice(context, all, query.sort || "newest", { offset, limit })));
  }
  return { courses, ...figures };
}

/** Courses that are taught in the language, and the others. */
function divide(groups: readonly CourseGroup[], language: Language): CourseGroup[][] {
  const { part } = courseFilters.language;
  const isTaught = ({ values }: CourseGroup) => findLanguageCode(values[part] ?? "") === language;
  return [groups.filter(isTaught), groups.filter((group) => !isTaught(group))];
}

async function readSlice(
  context: Context,
  condition: SQL | undefined,
  sort: CourseSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<CourseView[]> {
  const { db } = context;
  const order = orders[sort];
  // Limits the listings to one page before joining the rows that cards need.
  const page = db
    .select({ courseId, createdAt, payableCents, ratingCount, ratingScore, isFull, nextClassAt })
    .from(courseListings)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as(courseListingsAlias);
  const rows = await db
    .select(listColumns(null))
    .from(page)
    .innerJoin(courses, eq(courses.id, page.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .orderBy(...order);
  return toCourses(context, rows, null);
}

/** An alias equal to the table's name, so that the same order works in both queries. */
const courseListingsAlias = "course_listings";

/** Limits courses to these kinds. No condition if the filter matches all kinds. */
function ofKinds(fitting: readonly CourseGroup[], all: readonly CourseGroup[]): SQL | undefined {
  if (fitting.length === all.length) return undefined;
  // A single parameter, regardless of the number of kinds.
  return sql`${courseListings.kind} = any(${sql.param(fitting.map(({ kind }) => kind))})`;
}

/**
 * The condition on kinds implies this one, but it lets queries ordered by price scan only this
 * price range.
 */
function withinBand({ price }: CourseFilter): SQL | undefined {
  const band = priceBands.find(({ value }) => value === price);
  if (!band) return undefined;
  const { fromCents, belowCents } = band;
  return and(
    gte(payableCents, fromCents),
    Number.isFinite(belowCents) ? lt(payableCents, belowCents) : undefined,
  );
}
