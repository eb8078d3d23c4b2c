/**
 * The data by which the catalog searches, filters and sorts, apart from the courses so that it stays
 * small. The application never writes it: triggers in the migrations update it in the transaction that
 * changes a course, its seats or its teacher.
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

/** The facets of a course, which are also counted. */
const facets = () => ({
  level: text({ enum: editableCourseLevels }).notNull(),
  /** As the teacher entered it. */
  language: text(),
  /** The teacher's gender, if it is one that can be filtered by. */
  gender: text({ enum: [genders[0] ?? "female", ...genders.slice(1)] }),
  /** Whether all seats are taken or held. */
  isFull: boolean().notNull(),
});

/** One row for each published course that hasn't ended. */
export const courseListings = pgTable(
  "course_listings",
  {
    courseId: text()
      .primaryKey()
      .references(() => courses.id, { onDelete: "cascade" }),
    ...facets(),
    searchTitle: text().notNull(),
    searchTopics: text().array().notNull(),
    /** The price to pay, with the discount if one applies. */
    payableCents: integer().notNull(),
    priceBand: text().$type<PriceBand>().notNull().generatedAlwaysAs(bandOf("payable_cents")),
    /** The catalog's categories among the topics. */
    categories: text().array().notNull().generatedAlwaysAs(categoriesAmong("search_topics")),
    /** All facets in one text, read by `parseGroup`. Filtering and grouping by one text is the fastest. */
    kind: text().notNull().generatedAlwaysAs(kindOf("payable_cents", "search_topics")),
    ratingCount: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    // The indexes contain kind and title, so that filters need no table access.
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
 * The number of listings for each combination of facets, as changes to be summed up. Rows are only
 * added, so that no transaction waits for another. A job replaces them by their sums. A change that
 * doesn't affect the facets adds 0, so that the set of ids tells whether anything has changed.
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
    // Last, because teachers enter it as free text, which may contain the separator.
    "coalesce(language, '')",
  ];
  return sql.raw(parts.join(" || '|' || "));
}
