/**
 * The search, filters and sort orders of course lists. `courseFilters` declares each filter once.
 * The query parameters, the form, the list of chosen filters, the SQL and the counts derive from
 * it.
 */
import * as z from "zod/mini";
import { getTexts } from "#translations/catalog.ts";
import { labelCategory, labelLevel } from "../courses/course-labels.ts";
import {
  courseAudiences,
  courseCategories,
  courseLevels,
  editableCourseLevels,
} from "../courses/courses.rules.ts";
import { pagingQuery } from "../paging/paging.ts";
import { isSameLanguage, labelWrittenLanguage } from "../text/language-codes.ts";
import { foldColumnSql, foldForSearch } from "../text/search-text.ts";
import { line } from "../text/text-schemas.ts";
import { priceBands, teacherGenders } from "./filter-options.ts";
import { hourQuery, severalLines } from "./hour-filters.ts";
import { listSpellings } from "./search-synonyms.ts";

const t = getTexts("catalog");

export const courseSorts = [
  "newest",
  "price-asc",
  "price-desc",
  "popularity",
  "rating",
  "next-class",
] as const;
export type CourseSort = (typeof courseSorts)[number];
export const labelCourseSort = (sort: CourseSort): string => t(`server.sort.${sort}`);

export const catalogPageSize = 9;
export const maxListLimit = 100;
export const defaultListLimit = 50;

const oneOf = <const T extends string>(values: readonly T[], error: () => string) =>
  z.optional(z.enum(["", ...values], { error }));
const valuesOf = <const T extends string>(options: readonly { value: T }[]): T[] =>
  options.map(({ value }) => value);

export interface FilterOption {
  value: string;
  label: string;
  /** The text in the list of chosen filters, if it differs from the label. */
  chosen?: string;
}

/** One filter of the catalog. Its texts are getters, because they depend on the request's language. */
export interface CourseFilterEntry {
  /** The schema of the query parameter that has the filter's name. */
  schema: z.ZodMiniType<string | string[] | undefined>;
  /** The filter's name in the form and in the list of chosen filters. */
  label: string;
  /**
   * The label of the option that turns the filter off. Checkboxes and checks have none.
   */
  any?: string;
  /** A value in links that turns the filter off, in all languages. */
  wildcard?: string;
  /** Whether the form shows the filter beside the search field or below it. */
  place: "first row" | "second row";
  /** Several options of `checks` can be chosen at once. */
  control: "select" | "pills" | "checks" | "checkbox";
  /** The available options: a fixed list, or the values that are most common among the courses. */
  options: readonly FilterOption[] | "most common";
  /**
   * The position of this filter's value in stored course kinds. It never changes, and a new filter
   * takes the next number, so that servers of two versions can read the same kinds.
   */
  part: number;
  /**
   * The course's value as an SQL expression over the rows `course`, `teacher` (the profile) and
   * `facts` (`payable_cents`, `is_full`). Null counts as empty. The view `course_listing_source`
   * contains this SQL: after a change, run `npm run db:generate`.
   */
  sql: string;
  /** The label of a value among the most common ones. By default it is the value. */
  describe?: (value: string) => string;
  /** Whether a stored value matches the chosen one. By default they must be equal. */
  fits?: (value: string, chosen: string) => boolean;
}

const priceBandSql = `case ${priceBands
  .map(({ value, belowCents }) =>
    Number.isFinite(belowCents)
      ? `when facts.payable_cents < ${belowCents} then '${value}'`
      : `else '${value}'`,
  )
  .join(" ")} end`;

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Courses match a category that they have, or list among their topics, in any spelling. */
const categoriesSql = `concat(${courseCategories
  .map((category) => {
    const spellings = `array[${listSpellings(category).map(quote).join(", ")}]`;
    const fits = `course.search_topics && ${spellings} or ${foldColumnSql("course.category")} = any(${spellings})`;
    return `case when ${fits} then ${quote(`${category},`)} end`;
  })
  .join(", ")})`;

/** Finds the category with this name, regardless of case, accents and spelling. */
export function findCategory(name: string): string | undefined {
  const spellings = listSpellings(name);
  return courseCategories.find((category) => spellings.includes(foldForSearch(category)));
}

/** The filters, in display order. */
export const courseFilters = {
  level: {
    schema: oneOf(editableCourseLevels, () => t("server.level.unknown")),
    get label() {
      return t("server.level.title");
    },
    get any() {
      return t("server.level.any");
    },
    wildcard: "All Levels",
    place: "first row",
    control: "select",
    get options() {
      return courseLevels.map((value) => ({ value, label: labelLevel(value) }));
    },
    part: 0,
    sql: "course.level",
    // Courses for all levels suit every level.
    fits: (value, chosen) => value === chosen || value === "All Levels",
  },
  category: {
    schema: z.optional(line(80)),
    get label() {
      return t("server.category.title");
    },
    get any() {
      return t("server.category.any");
    },
    wildcard: "All Categories",
    place: "first row",
    control: "select",
    get options() {
      return courseCategories.map((value) => ({ value, label: labelCategory(value) }));
    },
    part: 4,
    sql: categoriesSql,
    // Topics that aren't categories are searched for in the database.
    fits(value, chosen) {
      const category = findCategory(chosen);
      return category === undefined || value.split(",").includes(category);
    },
  },
  price: {
    schema: oneOf(valuesOf(priceBands), () => t("server.price.unknown")),
    get label() {
      return t("server.price.title");
    },
    get any() {
      return t("server.price.any");
    },
    place: "second row",
    control: "pills",
    options: priceBands,
    part: 1,
    sql: priceBandSql,
  },
  gender: {
    schema: oneOf(valuesOf(teacherGenders), () => t("server.gender.unknown")),
    get label() {
      return t("server.gender.title");
    },
    get any() {
      return t("server.gender.any");
    },
    place: "second row",
    control: "pills",
    options: teacherGenders,
    part: 2,
    sql: `case when teacher.gender in (${teacherGenders.map(({ value }) => `'${value}'`).join(", ")}) then teacher.gender end`,
  },
  audience: {
    schema: oneOf(courseAudiences, () => t("server.audience.unknown")),
    get label() {
      return t("server.audience.title");
    },
    get any() {
      return t("server.audience.any");
    },
    place: "second row",
    control: "pills",
    get options() {
      return courseAudiences.map((value) => ({
        value,
        label: t(`server.audience.${value}`),
        chosen: t(`server.audience.chosen.${value}`),
      }));
    },
    part: 6,
    sql: "array_to_string(course.audience, ',')",
    fits: (value, chosen) => value.split(",").includes(chosen),
  },
  language: {
    schema: severalLines(60),
    get label() {
      return t("server.language.title");
    },
    wildcard: "All Languages",
    place: "second row",
    control: "checks",
    options: "most common",
    part: 5,
    sql: "course.language",
    fits: isSameLanguage,
    describe: labelWrittenLanguage,
  },
  seats: {
    schema: oneOf(["free"], () => t("server.seats.unknown")),
    get label() {
      return t("server.seats.title");
    },
    place: "second row",
    control: "checkbox",
    get options() {
      return [{ value: "free", label: t("server.seats.free") }];
    },
    part: 3,
    sql: "case when facts.is_full then 'full' end",
    fits: (value) => value !== "full",
  },
  trial: {
    schema: oneOf(["offered"], () => t("server.trial.unknown")),
    get label() {
      return t("server.trial.title");
    },
    place: "second row",
    control: "checkbox",
    get options() {
      return [{ value: "offered", label: t("server.trial.offered") }];
    },
    part: 7,
    sql: "case when teacher.offers_trials then 'offered' end",
  },
} as const satisfies Record<string, CourseFilterEntry>;

export type FilterName = keyof typeof courseFilters;
export type CourseFilters = Readonly<Record<string, CourseFilterEntry>>;

type FilterSchemas = { [Name in FilterName]: (typeof courseFilters)[Name]["schema"] };
const filterSchemas = Object.fromEntries(
  Object.entries(courseFilters).map(([name, { schema }]) => [name, schema]),
) as FilterSchemas;

/** Query parameters of the course list. Empty parameters count as absent. */
export const courseListQuery = z.object({
  search: z.optional(line(200)),
  ...filterSchemas,
  ...hourQuery,
  sort: oneOf(courseSorts, () => t("server.sort.unknown")),
  ...pagingQuery(maxListLimit),
});
export type CourseListQuery = z.output<typeof courseListQuery>;

/**
 * The query of the catalog's page. Outside English, courses taught in the page's language come first
 * unless `first` is `none`.
 */
export const catalogPageQuery = z.extend(courseListQuery, {
  first: oneOf(["none"], () => t("server.firstUnknown")),
});

/** The filters without the sort order and pagination. */
export type CourseFilter = Omit<CourseListQuery, "sort" | "page" | "limit">;
export type CatalogPageQuery = z.output<typeof catalogPageQuery>;

/**
 * SQL for a course's kind: the values of all filters in one string, separated by `|`. Filtering and
 * grouping by a single column is cheaper than by many.
 */
export function kindSql(filters: CourseFilters = courseFilters): string {
  const parts = Object.values(filters).toSorted((one, other) => one.part - other.part);
  // Some values are entered by users and could contain the separator.
  return parts.map(({ sql }) => `replace(coalesce(${sql}, ''), '|', '/')`).join(" || '|' || ");
}
