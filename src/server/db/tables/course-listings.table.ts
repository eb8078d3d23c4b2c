/**
 * The columns that the catalog searches, filters and sorts by. They are separate from the courses
 * so that the table stays small. The application doesn't write to it: triggers in the migrations
 * fill it from the view `course_listing_source`, in the transaction that changes a course, its
 * seats or its teacher.
 */
import { type SQL, sql } from "drizzle-orm";
import { bigint, bit, boolean, index, integer, pgTable, pgView, text } from "drizzle-orm/pg-core";
import { kindSql } from "#lib/catalog/course-filters.ts";
import { type PriceBand, priceBands, teacherGenders } from "#lib/catalog/filter-options.ts";
import { editableCourseLevels, firstCategories } from "#lib/courses/courses.rules.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { instant } from "../columns.ts";
import { courses } from "./courses.table.ts";

/**
 * The mean rating in thousandths, moved toward 3 stars as if there were five such ratings, so that a
 * single rating doesn't outweigh many. 0 without ratings.
 */
const ratingScoreSql = (row: string): string =>
  `case when ${row}.rating_count = 0 then 0 else (${row}.rating_sum + 15) * 1000 / (${row}.rating_count + 5) end`;

/** A week in quarter hours. The UTC offset of every time zone is a multiple of a quarter hour. */
export const weekQuarters = 7 * 24 * 4;
const noQuarters = `repeat('0', ${weekQuarters})::bit(${weekQuarters})`;

/** The quarter hours of a week in the teacher's zone in which classes of the course start. */
const classStartsSql = `coalesce((
      SELECT bit_or(set_bit(${noQuarters}, (
        (class.day - 1) * 96 + extract(hour FROM class.start_time) * 4
        + floor(extract(minute FROM class.start_time) / 15)
      )::integer, 1))
      FROM course_schedule class WHERE class.course_id = course.id
    ), ${noQuarters})::bit(${weekQuarters})`;

const genders = teacherGenders.map(({ value }) => value);

/** Facets in separate columns, which servers of the previous version read. */
const facets = () => ({
  level: text({ enum: editableCourseLevels }).notNull(),
  language: text(),
  gender: text({ enum: [genders[0] ?? "female", ...genders.slice(1)] }),
  /** Whether all seats are taken or held. */
  isFull: boolean().notNull(),
});

/** One row for each published course that is neither hidden nor past, and has classes to sell. */
export const courseListings = pgTable(
  "course_listings",
  {
    courseId: text()
      .primaryKey()
      .references(() => courses.id, { onDelete: "cascade" }),
    ...facets(),
    /** Read by servers of the previous version. */
    searchTitle: text().notNull(),
    /** Title, topics and the teacher's name, folded for search. */
    searchText: text().notNull().default(""),
    searchTopics: text().array().notNull(),
    /** The price to pay, including the discount if there is one. */
    payableCents: integer().notNull(),
    priceBand: text().$type<PriceBand>().notNull().generatedAlwaysAs(bandOf("payable_cents")),
    /** The topics that the previous version calls categories. It still reads them. */
    categories: text().array().notNull().generatedAlwaysAs(categoriesAmong("search_topics")),
    /** The values of all filters, as joined by `kindSql`. */
    kind: text().notNull(),
    ratingCount: integer().notNull(),
    /** The value of `ratingScoreSql`. */
    ratingScore: integer().notNull().default(0),
    /** The teacher's IANA zone, and when classes start in it, one bit for each quarter of an hour. */
    timeZone: text().notNull().default("UTC"),
    classStarts: bit({ dimensions: weekQuarters }).notNull().default(sql.raw(noQuarters)),
    nextClassAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    // The indexes include the kind, so that filters need no table access.
    index("course_listings_newest").on(table.createdAt, table.courseId, table.kind),
    index("course_listings_price").on(table.payableCents, table.courseId, table.kind),
    index("course_listings_popularity").on(table.ratingCount, table.courseId, table.kind),
    index("course_listings_rating").on(table.ratingScore, table.courseId, table.kind),
    index("course_listings_next_class").on(
      table.isFull,
      table.nextClassAt,
      table.courseId,
      table.kind,
    ),
    // Courses with seats left.
    index("course_listings_open").on(table.courseId).where(sql`not ${table.isFull}`),
    index("course_listings_topics").using("gin", table.searchTopics),
    index("course_listings_text").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
);

/**
 * The source of the listings: courses that are published, neither hidden nor past, and don't lack
 * classes. `offset 0` makes PostgreSQL count the seats only once. The SQL is derived from the filters. When a migration
 * recreates the view, all listings are rebuilt after the migrations.
 */
export const courseListingSource = pgView("course_listing_source", {
  courseId: text().notNull(),
  ...facets(),
  kind: text().notNull(),
  searchTitle: text().notNull(),
  searchText: text().notNull(),
  searchTopics: text().array().notNull(),
  payableCents: integer().notNull(),
  ratingCount: integer().notNull(),
  ratingScore: integer().notNull(),
  timeZone: text().notNull(),
  classStarts: bit({ dimensions: weekQuarters }).notNull(),
  nextClassAt: instant(),
  createdAt: instant().notNull(),
}).as(
  sql.raw(`
  SELECT course.id AS course_id, course.level, course.language,
    CASE WHEN teacher.gender IN ('female', 'male') THEN teacher.gender END AS gender,
    facts.is_full,
    ${kindSql()} AS kind,
    course.search_title,
    concat_ws(' ', course.search_title, array_to_string(course.search_topics, ' '), teacher.search_name)
      AS search_text,
    course.search_topics, facts.payable_cents,
    course.rating_count, ${ratingScoreSql("course")} AS rating_score,
    teacher.time_zone, ${classStartsSql} AS class_starts, course.next_class_at, course.created_at
  FROM courses course JOIN profiles teacher ON teacher.id = course.teacher_id
  CROSS JOIN LATERAL (
    SELECT course.max_students <= taken_seats(course.id) AS is_full,
      CASE WHEN course.has_discount THEN course.discount_price_cents
           ELSE course.price_cents END AS payable_cents
    OFFSET 0
  ) facts
  WHERE course.status = 'published' AND NOT course.is_over AND NOT course.lacks_classes
    AND course.hidden_at IS NULL
`),
);

/**
 * The number of listings of each kind, as changes to be added up. Rows are only inserted, so that
 * transactions don't wait for each other. A job replaces the rows of each kind with their sum. A
 * change of anything else that searches depend on inserts 0, so that the IDs reveal every change.
 */
export const courseKindCounts = pgTable("course_kind_counts", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  change: integer().notNull(),
});

/**
 * The counts by column that the previous version reads. Triggers maintain them until the next
 * release.
 */
export const courseCounts = pgTable("course_counts", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  ...facets(),
  priceBand: text().$type<PriceBand>().notNull(),
  categories: text().array().notNull(),
  change: integer().notNull(),
});

function bandOf(column: string): SQL {
  const cases = priceBands.map(({ value, belowCents }) =>
    Number.isFinite(belowCents)
      ? `when ${column} < ${belowCents} then '${value}'`
      : `else '${value}'`,
  );
  return sql.raw(`case ${cases.join(" ")} end`);
}

function categoriesAmong(column: string): SQL {
  const cases = firstCategories.map(
    (category) =>
      `case when ${column} @> array['${foldForSearch(category)}'] then '${category}' end`,
  );
  return sql.raw(`array_remove(array[${cases.join(", ")}], null)`);
}
