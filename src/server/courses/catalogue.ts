/** The catalogue: published courses, the same for everybody. */
import { and, arrayContains, asc, desc, eq, gte, inArray, like, type SQL } from "drizzle-orm";
import {
  type CourseFilter,
  type CourseListQuery,
  type CourseSort,
  defaultListLimit,
  priceBands,
  readFilter,
} from "#lib/course-filters.ts";
import { type PageFigures, type Paging, pageFigures, readPaging } from "#lib/paging.ts";
import { containsPattern, foldForSearch } from "#lib/search-text.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../people/people.table.ts";
import { type CourseView, toCourse } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";
import {
  type CourseOptions,
  countKinds,
  countOptions,
  fittingKinds,
  spellingsOf,
} from "./course-facets.ts";
import { type CourseKind, findCategory, readKinds } from "./course-kinds.ts";
import { courseListings } from "./course-listings.table.ts";
import { courses } from "./courses.table.ts";

export interface CourseList extends PageFigures {
  courses: CourseView[];
}

export interface Catalogue extends CourseList {
  options: CourseOptions;
}

// The id comes last, so that no course stands on two pages or on none.
const { createdAt, priceCents, ratingCount, courseId } = courseListings;
const orders: Record<CourseSort, SQL[]> = {
  newest: [desc(createdAt), desc(courseId)],
  "price-asc": [asc(priceCents), asc(courseId)],
  "price-desc": [desc(priceCents), desc(courseId)],
  popularity: [desc(ratingCount), desc(courseId)],
};

/** One page of the courses that fit the query; none beyond the last page. */
export async function listCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<CourseList> {
  const filter = readFilter(query);
  const kinds = await readKinds(context.db, beyondKinds(filter));
  return readList(context.db, kinds, filter, query, readPaging(query, defaultListLimit));
}

/** The same with what the filters offer; the last page where the query asks for one after it. */
export async function browseCourses(
  context: Context,
  _actor: Actor | undefined,
  query: CourseListQuery = {},
): Promise<Catalogue> {
  const filter = readFilter(query);
  const kinds = await readKinds(context.db, beyondKinds(filter));
  const asked = readPaging(query, defaultListLimit);
  const { pages } = pageFigures(countKinds(fittingKinds(kinds, filter)), asked);
  const paging = { ...asked, page: Math.min(asked.page, Math.max(pages, 1)) };
  const list = await readList(context.db, kinds, filter, query, paging);
  const options = countOptions(kinds, filter);
  if (filter.category && !findCategory(filter.category)) {
    // These kinds have the topic already: what other categories hold must be asked without it.
    const others = await readKinds(context.db, beyondKinds({ search: filter.search }));
    const { category: topic, ...rest } = filter;
    options.category = countOptions(others, rest).category;
    options.category.options.push({ value: topic, label: topic, count: list.total });
  }
  return { ...list, options };
}

async function readList(
  db: Db,
  kinds: readonly CourseKind[],
  filter: CourseFilter,
  query: CourseListQuery,
  paging: Paging,
): Promise<CourseList> {
  const fitting = fittingKinds(kinds, filter);
  const total = countKinds(fitting);
  const figures = pageFigures(total, paging);
  const offset = (paging.page - 1) * paging.limit;
  if (offset >= total) return { courses: [], ...figures };
  const order = orders[query.sort || "newest"];
  // Only as many listings as the page has courses lead to what cards show.
  const page = db
    .select({ courseId, createdAt, priceCents, ratingCount })
    .from(courseListings)
    .where(and(beyondKinds(filter), withinKinds(fitting, filter)))
    .orderBy(...order)
    .limit(paging.limit)
    .offset(offset)
    .as(courseListingsAlias);
  const rows = await db
    .select(listColumns)
    .from(page)
    .innerJoin(courses, eq(courses.id, page.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .orderBy(...order);
  return { courses: rows.map(toCourse), ...figures };
}

/** What has the table's name, so that the same order holds inside and outside. */
const courseListingsAlias = "course_listings";

/** What kinds don't tell: words of the title, and topics that are no category of the catalogue. */
function beyondKinds({ search, category }: CourseFilter): SQL | undefined {
  const conditions: SQL[] = [];
  if (search && foldForSearch(search) !== "") {
    conditions.push(like(courseListings.searchTitle, containsPattern(search)));
  }
  if (category && !findCategory(category)) {
    conditions.push(arrayContains(courseListings.searchTopics, [foldForSearch(category)]));
  }
  return and(...conditions);
}

function withinKinds(kinds: readonly CourseKind[], filter: CourseFilter): SQL | undefined {
  const { level, category, price, gender, language, seats } = filter;
  const conditions: SQL[] = [];
  const known = category && findCategory(category);
  if (level) conditions.push(eq(courseListings.level, level));
  if (known) conditions.push(arrayContains(courseListings.categories, [known]));
  if (price) conditions.push(eq(courseListings.priceBand, price), gte(priceCents, lowest(price)));
  if (gender) conditions.push(eq(courseListings.gender, gender));
  if (language) conditions.push(inArray(courseListings.language, spellingsOf(kinds, language)));
  if (seats) conditions.push(eq(courseListings.isFull, false));
  return and(...conditions);
}

/** Nobody pays more than the listed price: with this, an order by price begins where the band does. */
function lowest(price: string): number {
  return priceBands.find(({ value }) => value === price)?.fromCents ?? 0;
}
