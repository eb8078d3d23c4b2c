/** What the filters of the catalog offer, each option with the number of courses behind it. */
import {
  type CourseFilter,
  courseCategories,
  priceBands,
  teacherGenders,
} from "#lib/catalog/course-filters.ts";
import { courseLevels } from "#lib/courses/courses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { type CourseGroup, findCategory } from "./facet-counts.ts";

export interface Option {
  value: string;
  label: string;
  /** How many courses there are if this is chosen and the other filters stay. */
  count: number;
}

type Facet = "level" | "category" | "price" | "gender" | "language" | "seats";

/** For each filter its options, and how many courses there are if it is left open. */
export type CourseOptions = Record<Facet, { options: Option[]; any: number }>;

/** Languages that are offered: the most used. */
const maxLanguages = 12;

const fits: Record<Facet, (group: CourseGroup, wanted: string) => boolean> = {
  level: (group, wanted) => group.level === wanted,
  // Other topics than the catalog's categories are asked of the database.
  category: (group, wanted) => {
    const category = findCategory(wanted);
    return category === undefined || group.categories.includes(category);
  },
  price: (group, wanted) => group.priceBand === wanted,
  gender: (group, wanted) => group.gender === wanted,
  language: (group, wanted) => isSame(group.language, wanted),
  seats: (group) => !group.isFull,
};
const facetNames = Object.keys(fits) as Facet[];

/** The kinds that a filter leaves, apart from its entry for one facet. */
export function matchingGroups(
  groups: readonly CourseGroup[],
  filter: CourseFilter,
  without?: Facet,
): CourseGroup[] {
  const active = facetNames.filter((name) => name !== without && filter[name]);
  return groups.filter((group) => active.every((name) => fits[name](group, filter[name] ?? "")));
}

export function countCourses(groups: readonly CourseGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

export function countOptions(groups: readonly CourseGroup[], filter: CourseFilter): CourseOptions {
  const offer = (facet: Facet, choices: readonly { value: string; label: string }[]) => {
    const left = matchingGroups(groups, filter, facet);
    const options = choices.map(({ value, label }) => ({
      value,
      label,
      count: countCourses(left.filter((group) => fits[facet](group, value))),
    }));
    return { options, any: countCourses(left) };
  };
  return {
    level: offer("level", plain(courseLevels)),
    category: offer("category", plain(courseCategories)),
    price: offer("price", priceBands),
    gender: offer("gender", teacherGenders),
    language: offer("language", plain(listLanguages(groups, filter.language))),
    seats: offer("seats", [{ value: "free", label: "Seats available" }]),
  };
}

/** The languages of these courses by name, each in its most common spelling, and the chosen one. */
function listLanguages(groups: readonly CourseGroup[], chosen: string | undefined): string[] {
  const bySpelling = new Map<string, number>();
  for (const { language, count } of groups) {
    if (language) bySpelling.set(language, (bySpelling.get(language) ?? 0) + count);
  }
  const byCount = [...bySpelling].sort(([, a], [, b]) => b - a).map(([language]) => language);
  const languages = new Map<string, string>();
  for (const spelling of byCount) {
    const folded = foldForSearch(spelling);
    if (!languages.has(folded)) languages.set(folded, spelling);
  }
  const offered = [...languages.values()].slice(0, maxLanguages);
  if (chosen && !offered.some((language) => isSame(language, chosen))) offered.push(chosen);
  return offered.sort((a, b) => a.localeCompare(b, "en"));
}

const isSame = (language: string | null, wanted: string): boolean =>
  language !== null && foldForSearch(language) === foldForSearch(wanted);

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
