/** The conditions and sort orders of the list of teachers. */
import { and, asc, desc, eq, gte, like, lte, or, type SQL, sql } from "drizzle-orm";
import { listChosen } from "#lib/catalog/hour-filters.ts";
import { listSearchPatterns, listSpellings } from "#lib/catalog/search-synonyms.ts";
import type { TeacherListQuery, TeacherSort } from "#lib/people/teacher-filters.ts";
import { findLanguageCode } from "#lib/text/language-codes.ts";
import { foldColumnSql } from "#lib/text/search-text.ts";
import { type LocalHours, listLocalHours } from "../catalog/class-hours.ts";
import { isPublicAlias } from "../catalog/course-visibility.ts";
import type { Db } from "../db/connection.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles, timeSlots } from "../db/tables/people.table.ts";
import { newestFirst } from "./profile-pages.ts";

const { hourlyRate, ratingSum, ratingCount } = profiles;

/** The order by rating of courses, for teachers: the mean, moved toward 3 stars by five ratings. */
const ratingScore = sql`case when ${ratingCount} = 0 then 0 else (${ratingSum} + 15.0) / (${ratingCount} + 5) end`;

/** The next class of a course that has seats left. */
const nextOpening = sql`(
  select min(listing.next_class_at)
  from ${courses} course join ${courseListings} listing on listing.course_id = course.id
  where course.teacher_id = ${profiles.id} and not listing.is_full
)`;

/** Teachers below this score aren't recommended more than those without ratings. */
const minScore = 3;

/** What the verification is worth, in stars. */
const verifiedBonus = 0.5;

/** What a course with seats left is worth, in stars. */
const openingBonus = 1;

/**
 * Whether the teacher has a course to enroll in. The subquery doesn't depend on the teacher, so the
 * courses are read once for the whole list.
 */
const hasOpening = sql`${profiles.id} in (
  select course.teacher_id
  from ${courses} course join ${courseListings} listing on listing.course_id = course.id
  where not listing.is_full
)`;

/** In stars. Teachers without ratings, openings and verification have none and come last. */
const recommendation = sql`(
  case when ${ratingScore} >= ${sql.raw(`${minScore}`)} then ${ratingScore} else 0 end
  + case when ${profiles.verified} then ${sql.raw(`${verifiedBonus}`)} else 0 end
  + case when ${hasOpening} then ${sql.raw(`${openingBonus}`)} else 0 end
)`;

export const teacherOrders: Record<TeacherSort, SQL[]> = {
  recommended: [desc(recommendation), ...newestFirst],
  newest: newestFirst,
  "next-class": [sql`${nextOpening} asc nulls last`, asc(profiles.id)],
  rating: [desc(ratingScore), desc(profiles.id)],
  "price-asc": [sql`${hourlyRate} asc nulls last`, asc(profiles.id)],
  "price-desc": [sql`${hourlyRate} desc nulls last`, desc(profiles.id)],
};

const categoryOfCourse = sql.raw(foldColumnSql("course.category"));

/** Whether a specialization of the teacher, or a public course, has one of the subject's spellings. */
function teaches(spellings: readonly string[]): SQL {
  const known = sql`${sql.param([...spellings])}::text[]`;
  return sql`(
    ${profiles.searchSpecializations} && ${known}
    or exists (
      select from ${courses} course where course.teacher_id = ${profiles.id} and ${isPublicAlias}
        and not course.is_over and (course.search_topics && ${known} or ${categoryOfCourse} = any(${known}))
    )
  )`;
}

/** Whether the name or a specialization contains every word of the search, in any spelling. */
function matchesText(search: string): SQL | undefined {
  const specializations = sql`array_to_string(${profiles.searchSpecializations}, ' ')`;
  return and(
    ...listSearchPatterns(search).map((patterns) =>
      or(
        ...patterns.flatMap((pattern) => [
          like(profiles.searchName, pattern),
          like(specializations, pattern),
        ]),
      ),
    ),
  );
}

/**
 * Whether the teacher has a free weekly hour on these days and in these parts of the day. The hours
 * are read once for all teachers: converting each of them to the visitor's zone took 2 s with 5,000
 * teachers.
 */
async function isFree(db: Db, query: TeacherListQuery): Promise<SQL | undefined> {
  const hours = await listLocalHours(db, query, new Date());
  if (!hours) return undefined;
  const column = (name: keyof LocalHours, type: string) =>
    sql`${sql.param(hours.map((each) => each[name]))}::${sql.raw(type)}[]`;
  return sql`${profiles.id} in (
    select slot.teacher_id from ${timeSlots} slot
    join ${profiles} owner on owner.id = slot.teacher_id
    join unnest(
      ${column("zone", "text")}, ${column("day", "smallint")},
      ${column("from", "time")}, ${column("until", "time")}
    ) as wanted (zone, day, start, until)
      on wanted.zone = owner.time_zone and wanted.day = slot.day
    where not slot.is_booked and slot.start_time < wanted.until and slot.end_time > wanted.start
  )`;
}

function speaks(languages: readonly string[]): SQL | undefined {
  if (languages.length === 0) return undefined;
  const codes = languages.map((language) => findLanguageCode(language) ?? "");
  const known = sql`${sql.param(codes)}::text[]`;
  return sql`(${profiles.spokenLanguageCodes} && ${known} or ${profiles.nativeLanguageCode} = any(${known}))`;
}

const isFor = (audience: string): SQL => sql`exists (
  select from ${courses} course where course.teacher_id = ${profiles.id} and ${isPublicAlias}
    and not course.is_over and ${audience} = any(course.audience)
)`;

/** The conditions of a query, besides who may be listed at all. */
export async function matchesTeacherQuery(db: Db, query: TeacherListQuery): Promise<SQL[]> {
  const { search, subject, gender, audience, language, minPrice, maxPrice, trial } = query;
  return [
    matchesText(search ?? ""),
    subject ? teaches(listSpellings(subject)) : undefined,
    gender ? eq(profiles.gender, gender) : undefined,
    audience ? isFor(audience) : undefined,
    speaks(listChosen(language)),
    await isFree(db, query),
    minPrice ? gte(hourlyRate, Number(minPrice)) : undefined,
    maxPrice ? lte(hourlyRate, Number(maxPrice)) : undefined,
    trial ? eq(profiles.offersTrials, true) : undefined,
  ].filter((condition) => condition !== undefined);
}
