/** The catalog: published courses that are open for enrollment, the same for everyone. */
import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import {
  type CourseFilter,
  type CourseListQuery,
  type CourseSort,
  defaultListLimit,
  findCategory,
  priceBands,
  readFilter,
} from "#lib/catalog/course-filters.ts";
import type { CourseList } from "#lib/courses/courses.responses.ts";
import { type Paging, pageFigures, readPaging } from "#lib/paging/paging.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toCourses } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";
import { type CourseOptions, countCourses, countOptions, matchingGroups } from "./course-facets.ts";
import { findGroups, textCondition } from "./course-search.ts";
import type { CourseGroup } from "./facet-counts.ts";

export interface Catalog extends CourseList {
  options: CourseOptions;
}

// The id comes last, so that no course is on two pages or on none.
const { createdAt, payableCents, ratingCount, courseId } = courseListings;
const orders: Record<CourseSort, SQL[]> = {
  newest: [desc(createdAt), desc(courseId)],
  "price-asc": [asc(payableCents), asc(courseId)],
  "price-desc": [desc(payableCents), desc(courseId)],
  popularity: [desc(ratingCount), desc(courseId)],
};

/** One page of the courses that fit the query; none beyond the last page. */
export async function listCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<CourseList> {
  const filter = readFilter(query);
  const groups = await findGroups(context.db, filter);
  return readList(context, groups, filter, query, readPaging(query, defaultListLimit));
}

/** The same with what the filters offer; the last page where the query asks for one after it. */
export async function browseCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<Catalog> {
  const filter = readFilter(query);
  const groups = await findGroups(context.db, filter);
  const requested = readPaging(query, defaultListLimit);
  const { pages } = pageFigures(countCourses(matchingGroups(groups, filter)), requested);
  const paging = { ...requested, page: Math.min(requested.page, Math.max(pages, 1)) };
  const list = await readList(context, groups, filter, query, paging);
  const options = countOptions(groups, filter);
  if (filter.category && !findCategory(filter.category)) {
    // These kinds have the topic already: what other categories hold must be asked without it.
    const others = await findGroups(context.db, { search: filter.search });
    const { category: topic, ...rest } = filter;
    options.category = countOptions(others, rest).category;
    options.category.options.push({ value: topic, label: topic, count: list.total });
  }
  return { ...list, options };
}

async function readList(
  context: Context,
  groups: readonly CourseGroup[],
  filter: CourseFilter,
  query: CourseListQuery,
  paging: Paging,
): Promise<CourseList> {
  const { db } = context;
  const fitting = matchingGroups(groups, filter);
  const total = countCourses(fitting);
  const figures = pageFigures(total, paging);
  const offset = (paging.page - 1) * paging.limit;
  if (offset >= total) return { courses: [], ...figures };
  const order = orders[query.sort || "newest"];
  // Only as many listings as the page has courses lead to what cards show.
  const page = db
    .select({ courseId, createdAt, payableCents, ratingCount })
    .from(courseListings)
    .where(and(ofKinds(fitting, groups), withinBand(filter), textCondition(filter)))
    .orderBy(...order)
    .limit(paging.limit)
    .offset(offset)
    .as(courseListingsAlias);
  const rows = await db
    .select(listColumns(null))
    .from(page)
    .innerJoin(courses, eq(courses.id, page.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .orderBy(...order);
  return { courses: toCourses(context, rows, null), ...figures };
}

/** An alias equal to the table's name, so that the same order works inside and outside. */
const courseListingsAlias = "course_listings";

/** The courses of these kinds; no condition where they are all there are. */
function ofKinds(fitting: readonly CourseGroup[], all: readonly CourseGroup[]): SQL | undefined {
  if (fitting.length === all.length) return undefined;
  // One parameter, however many kinds there are.
  return sql`${courseListings.kind} = any(${sql.param(fitting.map(({ kind }) => kind))})`;
}

/** The kinds say it already; with this, an order by price looks at the band alone. */
function withinBand({ price }: CourseFilter): SQL | undefined {
  const band = priceBands.find(({ value }) => value === price);
  if (!band) return undefined;
  const { fromCents, belowCents } = band;
  return and(
    gte(payableCents, fromCents),
    Number.isFinite(belowCents) ? lt(payableCents, belowCents) : undefined,
  );
}
