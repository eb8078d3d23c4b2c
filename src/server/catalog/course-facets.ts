/** The filter options of the catalog, each with the number of matching courses. */
import {
  type CourseFilter,
  type CourseFilterEntry,
  type CourseFilters,
  courseFilters,
  type FilterName,
  type FilterOption,
} from "#lib/catalog/course-filters.ts";
import { listChosen } from "#lib/catalog/hour-filters.ts";
import { getLanguage } from "#translations/runtime.ts";
import type { CourseGroup } from "./facet-counts.ts";

export interface Option extends FilterOption {
  /** The number of courses if this option is chosen and the other filters don't change. */
  count: number;
}

/** The options of each filter, and the number of courses without that filter (`any`). */
export type CourseOptions = Record<FilterName, { options: Option[]; any: number }>;

/** The maximum number of options for filters that list their most common values. */
const maxOptions = 12;

const isEqual = (value: string, chosen: string) => value === chosen;

/** Whether a group's courses match one of the values chosen in one filter. */
const matches = (
  { values }: CourseGroup,
  { part, fits = isEqual }: CourseFilterEntry,
  chosen: readonly string[],
): boolean => chosen.some((each) => fits(values[part] ?? "", each));

/** The groups that match the filter, ignoring the facet `without`. */
export function matchingGroups(
  groups: readonly CourseGroup[],
  filter: CourseFilter,
  { without, filters = courseFilters }: { without?: string; filters?: CourseFilters } = {},
): CourseGroup[] {
  const active = Object.entries(filters).flatMap(([name, entry]) => {
    const chosen = listChosen<string>(filter[name as FilterName]);
    return name !== without && chosen.length > 0 ? [{ entry, chosen }] : [];
  });
  return groups.filter((group) =>
    active.every(({ entry, chosen }) => matches(group, entry, chosen)),
  );
}

export function countCourses(groups: readonly CourseGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

export function countOptions(
  groups: readonly CourseGroup[],
  filter: CourseFilter,
  filters: CourseFilters = courseFilters,
): CourseOptions {
  const offered = Object.entries(filters).map(([name, entry]) => {
    const left = matchingGroups(groups, filter, { without: name, filters });
    const choices =
      entry.options === "most common"
        ? listMostCommon(groups, entry, listChosen<string>(filter[name as FilterName]))
        : entry.options;
    const options = choices.map(({ value, label }) => ({
      value,
      label,
      count: countCourses(left.filter((group) => matches(group, entry, [value]))),
    }));
    return [name, { options, any: countCourses(left) }];
  });
  return Object.fromEntries(offered);
}

/**
 * The most common values in alphabetical order, each in its most common spelling, and the chosen
 * values.
 */
function listMostCommon(
  groups: readonly CourseGroup[],
  { part, fits = isEqual, describe: label }: CourseFilterEntry,
  chosen: readonly string[],
): FilterOption[] {
  const bySpelling = new Map<string, number>();
  for (const { values, count } of groups) {
    const value = values[part];
    if (value) bySpelling.set(value, (bySpelling.get(value) ?? 0) + count);
  }
  const byCount = [...bySpelling].sort(([, a], [, b]) => b - a).map(([value]) => value);
  const common: string[] = [];
  for (const value of byCount) {
    if (common.length === maxOptions) break;
    if (!common.some((known) => fits(known, value))) common.push(value);
  }
  for (const value of chosen) {
    if (!common.some((known) => fits(known, value))) common.push(value);
  }
  return common
    .map((value) => ({ value, label: label?.(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, getLanguage()));
}
