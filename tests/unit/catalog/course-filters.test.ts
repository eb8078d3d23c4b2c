import { expect, test } from "vitest";
import {
  describeChoice,
  listChoices,
  readFilter,
  withoutChoice,
} from "#lib/catalog/chosen-filters.ts";
import {
  type CourseFilter,
  type CourseFilters,
  courseFilters,
  courseListQuery,
  kindSql,
} from "#lib/catalog/course-filters.ts";
import { line } from "#lib/text/text-schemas.ts";
import { countOptions, matchingGroups } from "#server/catalog/course-facets.ts";

/** The catalog's filters and an additional one, for the number of weeks. */
const withWeeks: CourseFilters = {
  ...courseFilters,
  weeks: {
    schema: line(10),
    label: "Duration",
    any: "Any duration",
    place: "second row",
    control: "pills",
    options: [
      { value: "short", label: "Up to 8 weeks" },
      { value: "long", label: "More than 8 weeks" },
    ],
    part: 8,
    sql: "case when course.duration <= 8 then 'short' else 'long' end",
  },
};

const group = (values: string[], count: number) => ({ kind: values.join("|"), values, count });
const groups = [
  group(["Beginner", "free", "female", "", "Tajweed,", "Arabic", "", "", "short"], 3),
  group(["Advanced", "free", "female", "full", "Tajweed,Tafsir,", "arabic", "", "", "long"], 2),
  group(["Beginner", "from-80", "", "", "", "", "", "", "long"], 1),
];

test("a new filter needs only one entry to be stored, counted, applied and described", () => {
  expect(kindSql(withWeeks)).toBe(
    `${kindSql()} || '|' || replace(coalesce(${withWeeks.weeks?.sql}, ''), '|', '/')`,
  );
  const options: Record<string, unknown> = countOptions(groups, { level: "Beginner" }, withWeeks);
  expect(options.weeks).toEqual({
    options: [
      { value: "short", label: "Up to 8 weeks", count: 3 },
      { value: "long", label: "More than 8 weeks", count: 1 },
    ],
    any: 4,
  });
  const filter: CourseFilter & { weeks: string } = { level: "Beginner", weeks: "long" };
  expect(matchingGroups(groups, filter, { filters: withWeeks })).toEqual([groups[2]]);
  expect(describeChoice("weeks", "long", withWeeks)).toBe("More than 8 weeks");
});

test("a server that lacks a newer filter still reads the kinds that contain it", () => {
  expect(matchingGroups(groups, { language: "Arabic", seats: "free" })).toEqual([groups[0]]);
  const { language } = countOptions(groups, {});
  expect(language.options).toEqual([{ value: "Arabic", label: "Arabic", count: 5 }]);
});

test("filters have unique part numbers for the stored kinds, without gaps", () => {
  const parts = Object.values(courseFilters).map(({ part }) => part);
  expect(parts.toSorted()).toEqual(parts.map((_, index) => index));
});

test("every filter is a query parameter, and choosing all of its values is the same as not filtering", () => {
  expect(Object.keys(courseListQuery.shape)).toEqual([
    "search",
    ...Object.keys(courseFilters),
    "day",
    "time",
    "zone",
    "minPrice",
    "maxPrice",
    "sort",
    "page",
    "limit",
  ]);
  const query = {
    search: "",
    level: "All Levels",
    category: "All Categories",
    gender: "",
  } as const;
  expect(readFilter({ ...query, price: "free" })).toEqual({ price: "free" });
});

test("chosen filters are described by the labels of their options, and a search by the text that was entered", () => {
  expect(describeChoice("search", "Yasin")).toBe("“Yasin”");
  expect(describeChoice("price", "under-40")).toBe("Under $40");
  expect(describeChoice("gender", "female")).toBe("Taught by women");
  expect(describeChoice("seats", "free")).toBe("Seats available");
  expect(describeChoice("language", "Urdu")).toBe("Urdu");
  expect(describeChoice("day", "Monday")).toBe("Monday");
  expect(describeChoice("time", "evening")).toBe("Evening (5 PM to 10 PM)");
  expect(describeChoice("minPrice", "20")).toBe("$20 and up");
  expect(describeChoice("maxPrice", "50")).toBe("Up to $50");
});

test("each of several chosen values is listed, and a zone is kept only with days or times", () => {
  const query = { language: ["English", "Urdu"], zone: "Asia/Karachi", minPrice: "20" };
  const filter = readFilter(query);
  expect(filter).toEqual({ language: ["English", "Urdu"], minPrice: "20" });
  expect(readFilter({ ...query, day: "Monday" }).zone).toBe("Asia/Karachi");
  expect(readFilter({ language: ["Urdu", "All Languages"] })).toEqual({});
  expect(listChoices(filter)).toEqual([
    ["language", "English"],
    ["language", "Urdu"],
    ["minPrice", "20"],
  ]);
  expect(withoutChoice(filter, "language", "Urdu")).toEqual({ ...filter, language: ["English"] });
  const { language } = countOptions(groups, { language: ["Arabic", "Urdu"] });
  expect(language.options.map(({ value }) => value)).toEqual(["Arabic", "Urdu"]);
  expect(matchingGroups(groups, { language: ["Urdu", "Arabic"] })).toEqual(groups.slice(0, 2));
});
