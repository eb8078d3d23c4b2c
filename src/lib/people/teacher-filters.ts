/** The search, filters and sort orders of the list of teachers. */
import * as z from "zod/mini";
import { getTexts as getCatalogTexts } from "#translations/catalog.ts";
import { getTexts } from "#translations/people.ts";
import { teacherGenders } from "../catalog/filter-options.ts";
import { hourQuery, listChosen, severalLines } from "../catalog/hour-filters.ts";
import { labelCategory } from "../courses/course-labels.ts";
import { courseAudiences, courseCategories } from "../courses/courses.rules.ts";
import { peopleListQuery } from "./people.ts";

const t = getTexts("people");
const catalog = getCatalogTexts("catalog");

export const teacherSorts = [
  "recommended",
  "rating",
  "next-class",
  "price-asc",
  "price-desc",
  "newest",
] as const;
export type TeacherSort = (typeof teacherSorts)[number];
export const defaultTeacherSort: TeacherSort = "recommended";

const unknown = { error: () => t("finder.unknown") };
const oneOf = <const T extends string>(values: readonly T[]) =>
  z.optional(z.enum(["", ...values], unknown));
/** Query parameters of the list of teachers. Empty parameters count as absent. */
export const teacherListQuery = z.extend(peopleListQuery, {
  subject: oneOf(courseCategories),
  gender: oneOf(teacherGenders.map(({ value }) => value)),
  audience: oneOf(courseAudiences),
  language: severalLines(60),
  ...hourQuery,
  trial: oneOf(["offered"]),
  sort: oneOf(teacherSorts),
});
export type TeacherListQuery = z.output<typeof teacherListQuery>;

/** The number of filters in use, without search and sort order. */
export function countChosen(query: TeacherListQuery): number {
  const { search: _s, sort: _o, page: _p, limit: _l, zone: _z, ...filters } = query;
  return Object.values(filters).filter((value) => listChosen(value).length > 0).length;
}

export const listSubjects = () =>
  courseCategories.map((value) => ({ value, label: labelCategory(value) }));
export const listAudiences = () =>
  courseAudiences.map((value) => ({ value, label: catalog(`server.audience.${value}`) }));
export const listTeacherSorts = () =>
  teacherSorts.map((value) => ({ value, label: t(`finder.sort.${value}`) }));
