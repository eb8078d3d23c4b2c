/** The filters that a query of the course list chooses, and how they are described. */
import { getTexts } from "#translations/catalog.ts";
import { formatPrice } from "../payments/money.ts";
import { labelWrittenLanguage } from "../text/language-codes.ts";
import {
  type CourseFilter,
  type CourseFilterEntry,
  type CourseFilters,
  type CourseListQuery,
  courseFilters,
  type FilterName,
  type FilterOption,
} from "./course-filters.ts";
import { isTimed, listChosen, listDays, listParts } from "./hour-filters.ts";

const t = getTexts("catalog");

/** Returns the filters, without those whose value matches everything. */
export function readFilter({ search, ...query }: CourseListQuery): CourseFilter {
  const { day, time, zone, minPrice, maxPrice } = query;
  const chosen = Object.entries<CourseFilterEntry>(courseFilters)
    .map(([name, { wildcard }]) => [name, withoutWildcard(query[name as FilterName], wildcard)])
    .filter(([, value]) => value !== undefined);
  const hours = { day, time, zone: isTimed(query) ? zone : undefined, minPrice, maxPrice };
  return {
    ...(search ? { search } : {}),
    ...Object.fromEntries(chosen),
    ...Object.fromEntries(
      Object.entries(hours).filter(([, value]) => listChosen(value).length > 0),
    ),
  };
}

/** The chosen value or values of a filter. Undefined if it matches everything. */
function withoutWildcard(value: string | string[] | undefined, wildcard: string | undefined) {
  const values = listChosen<string>(value);
  if (values.length === 0 || values.some((each) => each === wildcard)) return undefined;
  return values.length === 1 ? values[0] : values;
}

type AnyFilter = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The chosen filters, one entry for each value. The zone only says how to read days and times. */
export const listChoices = ({ zone: _, ...filter }: AnyFilter): [string, string][] =>
  Object.entries(filter).flatMap(([name, value]) =>
    listChosen<string>(value).map((each): [string, string] => [name, each]),
  );

/** The filter without one of its chosen values. */
export const withoutChoice = <Filter extends AnyFilter>(
  filter: Filter,
  name: string,
  value: string,
): Filter => ({
  ...filter,
  [name]: listChosen<string>(filter[name]).filter((each) => each !== value),
});

/** The displayed text of a chosen filter. */
export function describeChoice(
  name: string,
  value: string,
  filters: CourseFilters = courseFilters,
): string {
  if (name === "search") return t("server.searchedFor", { text: value });
  if (name === "minPrice") return t("server.price.above", { amount: formatPrice(Number(value)) });
  if (name === "maxPrice") return t("server.price.upTo", { amount: formatPrice(Number(value)) });
  const known = listOptions(name, filters).find((each) => each.value === value);
  return (
    known?.chosen ?? known?.label ?? (name === "language" ? labelWrittenLanguage(value) : value)
  );
}

/** The options of a filter that has fixed ones. */
function listOptions(name: string, filters: CourseFilters): readonly FilterOption[] {
  if (name === "day") return listDays();
  if (name === "time") return listParts();
  const options = filters[name]?.options ?? "most common";
  return options === "most common" ? [] : options;
}
