/** How lists of courses are searched, filtered and sorted. */
import * as z from "zod/mini";
import { editableCourseLevels } from "../courses/courses.ts";
import { pagingQuery } from "../paging/paging.ts";
import { line } from "../text/text-schemas.ts";

/** Filter entries that match everything. */
export const anyLevel = "All Levels";
export const anyCategory = "All Categories";

/** Categories of the catalog. Each matches courses that list it among their topics. */
export const courseCategories = ["Tajweed", "Memorization", "Tafsir"] as const;

/** Price ranges in cents of what a student pays, from the first (inclusive) to the second. */
export const priceBands = [
  { value: "free", label: "Free", fromCents: 0, belowCents: 1 },
  { value: "under-40", label: "Under $40", fromCents: 1, belowCents: 40_00 },
  { value: "40-to-79", label: "$40 to $79", fromCents: 40_00, belowCents: 80_00 },
  { value: "from-80", label: "$80 and up", fromCents: 80_00, belowCents: Infinity },
] as const;
export type PriceBand = (typeof priceBands)[number]["value"];

/** Genders of teachers to filter by. Teachers with another or no gender appear without this filter. */
export const teacherGenders = [
  { value: "female", label: "Women" },
  { value: "male", label: "Men" },
] as const;
export type TeacherGender = (typeof teacherGenders)[number]["value"];

/** The filter that leaves out full courses. */
export const freeSeats = "free";

export const courseSorts = ["newest", "price-asc", "price-desc", "popularity"] as const;
export type CourseSort = (typeof courseSorts)[number];
export const courseSortLabels: Record<CourseSort, string> = {
  newest: "Newest",
  "price-asc": "Price: Low to High",
  "price-desc": "Price: High to Low",
  popularity: "Popularity",
};

export const catalogPageSize = 9;
export const maxListLimit = 100;
export const defaultListLimit = 50;

const oneOf = <const T extends string>(values: readonly T[], message: string) =>
  z.optional(z.enum(["", ...values], message));
const valuesOf = <const T extends string>(options: readonly { value: T }[]): T[] =>
  options.map(({ value }) => value);

/** Query parameters of the course list. Empty ones count as absent. */
export const courseListQuery = z.object({
  search: z.optional(line(200)),
  level: oneOf(editableCourseLevels, "Please choose a level from the list"),
  category: z.optional(line(80)),
  price: oneOf(valuesOf(priceBands), "Please choose a price from the list"),
  gender: oneOf(valuesOf(teacherGenders), "Please choose a gender from the list"),
  language: z.optional(line(60)),
  seats: oneOf([freeSeats], "Please choose a seats filter from the list"),
  sort: oneOf(courseSorts, "Please choose an order from the list"),
  ...pagingQuery(maxListLimit),
});
export type CourseListQuery = z.output<typeof courseListQuery>;

/** The filters alone, without the sort order and the page. */
export type CourseFilter = Omit<CourseListQuery, "sort" | "page" | "limit">;

/** The filters without entries that match everything. */
export function readFilter(query: CourseListQuery): CourseFilter {
  const { search, level, category, price, gender, language, seats } = query;
  const given = {
    search,
    level: level === anyLevel ? undefined : level,
    category: category === anyCategory ? undefined : category,
    price,
    gender,
    language,
    seats,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}
