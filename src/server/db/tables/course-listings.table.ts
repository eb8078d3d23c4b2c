/**
 * What the catalog searches, filters and sorts by, apart from the courses so that it stays small.
 * Nothing here is written by the application: triggers in the migrations keep it, in the
 * transaction that changes a course, its seats or its teacher.
 */
import { type SQL, sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import {
  courseCategories,
  type PriceBand,
  priceBands,
  teacherGenders,
} from "#lib/catalog/course-filters.ts";
import { editableCourseLevels } from "#lib/courses/courses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { instant } from "../columns.ts";
import { courses } from "./courses.table.ts";

const genders = teacherGenders.map(({ value }) => value);

/** The facets of a course, by which listings are counted too. */
const facets = () => ({
  level: text({ enum: editableCourseLevels }).notNull(),
  /** As the teacher wrote it. */
  language: text(),
  /** The teacher's, as far as one can ask for it. */
  gender: text({ enum: [genders[0] ?? "female", ...genders.slice(1)] }),
  /** Whether seats that are taken or held leave none. */
  isFull: boolean().notNull(),
});

/** One row for each published course that one can still join: its last day isn't over. */
export const courseListings = pgTable(
  "course_listings",
  {
    courseId: text()
      .primaryKey()
      .references(() => courses.id, { onDelete: "cascade" }),
    ...facets(),
    searchTitle: text().notNull(),
    searchTopics: text().array().notNull(),
    /** What a student pays: the discounted price where a discount applies. */
    payableCents: integer().notNull(),
    priceBand: text().$type<PriceBand>().notNull().generatedAlwaysAs(bandOf("payable_cents")),
    /** Those of the catalog's categories that are among the topics. */
    categories: text().array().notNull().generatedAlwaysAs(categoriesAmong("search_topics")),
    /** All facets in one, as `parseGroup` reads them: filtering and grouping by one text is cheapest. */
    kind: text().notNull().generatedAlwaysAs(kindOf("payable_cents", "search_topics")),
    ratingCount: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    // Kind and title stand in the indexes too, so that filters are answered by these alone.
    index("course_listings_newest").on(
      table.createdAt,
      table.courseId,
      table.kind,
      table.searchTitle,
    ),
    index("course_listings_price").on(
      table.payableCents,
      table.courseId,
      table.kind,
      table.searchTitle,
    ),
    index("course_listings_popularity").on(
      table.ratingCount,
      table.courseId,
      table.kind,
      table.searchTitle,
    ),
    index("course_listings_topics").using("gin", table.searchTopics),
    index("course_listings_search").using("gin", sql`${table.searchTitle} gin_trgm_ops`),
  ],
);

/**
 * How many listings there are of each kind, as changes to be summed up: rows are only ever added,
 * so that no transaction waits for another. A job replaces them by their sums. A change of words that
 * no kind tells of adds 0, so that whoever knows the ids knows whether anything has changed.
 */
export const courseCounts = pgTable("course_counts", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ...facets(),
  priceBand: text().$type<PriceBand>().notNull(),
  categories: text().array().notNull(),
  change: integer().notNull(),
});

function bandOf(column: string): SQL {
  return sql.raw(bandCases(column));
}

function bandCases(column: string): string {
  const cases = priceBands.map(({ value, belowCents }) =>
    Number.isFinite(belowCents)
      ? `when ${column} < ${belowCents} then '${value}'`
      : `else '${value}'`,
  );
  return `case ${cases.join(" ")} end`;
}

function categoriesAmong(column: string): SQL {
  return sql.raw(`array_remove(array[${categoryCases(column, "").join(", ")}], null)`);
}

function categoryCases(column: string, end: string): string[] {
  return courseCategories.map(
    (category) =>
      `case when ${column} @> array['${foldForSearch(category)}'] then '${category}${end}' end`,
  );
}

function kindOf(payable: string, topics: string): SQL {
  const parts = [
    "level",
    bandCases(payable),
    "coalesce(gender, '')",
    "case when is_full then 'full' else '' end",
    categoryCases(topics, ",")
      .map((expression) => `coalesce(${expression}, '')`)
      .join(" || "),
    // The last one, because people write it.
    "coalesce(language, '')",
  ];
  return sql.raw(parts.join(" || '|' || "));
}
