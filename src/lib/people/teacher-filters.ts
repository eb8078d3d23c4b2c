/** The search, filters and sort orders of the list of teachers. */
import * as z from "zod/mini";
import { getTexts as getCatalogTexts } from "#translations/catalog.ts";
import { getTexts } from "#translations/people.ts";
import { teacherGenders } from "../catalog/course-filters.ts";
import { labelCategory } from "../courses/course-labels.ts";
import { courseAudiences, courseCategories } from "../courses/courses.rules.ts";
import { line } from "../text/text-schemas.ts";
import { nameDay } from "../time/format-time.ts";
import { days } from "../time/time.ts";
import { peopleListQuery } from "./people.ts";

const t = getTexts("people");
const catalog = getCatalogTexts("catalog");

/** Parts of the day by the visitor's clock, as the hours that begin in them. */
export const dayParts = {
  morning: [6, 7, 8, 9, 10, 11],
  afternoon: [12, 13, 14, 15, 16],
  evening: [17, 18, 19, 20, 21],
  night: [22, 23, 0, 1, 2, 3, 4, 5],
} as const;
export type DayPart = keyof typeof dayParts;
const partNames = Object.keys(dayParts) as DayPart[];

export const teacherSorts = ["newest", "rating", "price-asc", "price-desc"] as const;
export type TeacherSort = (typeof teacherSorts)[number];

const unknown = { error: () => t("finder.unknown") };
const oneOf = <const T extends string>(values: readonly T[]) =>
  z.optional(z.enum(["", ...values], unknown));
/** A parameter that can be repeated. */
const severalOf = <const T extends string>(values: readonly T[]) => {
  const value = z.enum(["", ...values], unknown);
  return z.optional(z.union([value, z.array(value).check(z.maxLength(20))], unknown));
};
const dollars = z.optional(z.string().check(z.regex(/^\d{0,4}$/, unknown)));

/** Query parameters of the list of teachers. Empty parameters count as absent. */
export const teacherListQuery = z.extend(peopleListQuery, {
  subject: oneOf(courseCategories),
  gender: oneOf(teacherGenders.map(({ value }) => value)),
  audience: oneOf(courseAudiences),
  language: z.optional(z.union([line(60), z.array(line(60)).check(z.maxLength(20))], unknown)),
  day: severalOf(days),
  time: severalOf(partNames),
  /** The IANA zone of the days and parts. */
  zone: z.optional(line(40)),
  /** The hourly rate in dollars. */
  minPrice: dollars,
  maxPrice: dollars,
  trial: oneOf(["offered"]),
  sort: oneOf(teacherSorts),
});
export type TeacherListQuery = z.output<typeof teacherListQuery>;

/** The chosen values of a parameter that can be repeated. */
export const listChosen = <T extends string>(
  value: T | readonly T[] | undefined,
): Exclude<T, "">[] => [value ?? []].flat().filter((each) => each !== "") as Exclude<T, "">[];

/** The number of filters in use, without search and sort order. */
export function countChosen(query: TeacherListQuery): number {
  const { search: _s, sort: _o, page: _p, limit: _l, zone: _z, ...filters } = query;
  return Object.values(filters).filter((value) => listChosen(value).length > 0).length;
}

export const listSubjects = () =>
  courseCategories.map((value) => ({ value, label: labelCategory(value) }));
export const listAudiences = () =>
  courseAudiences.map((value) => ({ value, label: catalog(`server.audience.${value}`) }));
export const listDays = () => days.map((value) => ({ value, label: nameDay(value) }));
export const listParts = () =>
  partNames.map((value) => ({ value, label: t(`finder.part.${value}`) }));
export const listTeacherSorts = () =>
  teacherSorts.map((value) => ({ value, label: t(`finder.sort.${value}`) }));
