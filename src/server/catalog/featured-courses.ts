/**
 * The featured courses: those that staff chose, or else well-rated ones with seats left that start
 * soon. The same for all viewers.
 */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import type { Context } from "../context.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { readSetting } from "../settings/settings-store.ts";
import { toCourses } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";

/** How many of the best-rated courses are compared. The index returns them without sorting. */
const candidates = 60;

/** Courses below this score aren't recommended more than courses without ratings. */
const minScore = 3000;

/** The bonus for an upcoming start: half a star. */
const startBonus = 500;

/**
 * The public courses among those that staff chose, in their order. If none of them is public, the
 * product chooses.
 */
export async function listFeaturedCourses(context: Context, limit: number): Promise<CourseView[]> {
  const chosen = readSetting(context, "featuredCourses");
  if (chosen.length === 0) return recommendCourses(context, limit);
  const rows = await context.db
    .select(listColumns(null))
    .from(courseListings)
    .innerJoin(courses, eq(courses.id, courseListings.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(inArray(courseListings.courseId, chosen));
  const found = await toCourses(context, rows, null);
  if (found.length === 0) return recommendCourses(context, limit);
  return found
    .toSorted((one, other) => chosen.indexOf(one._id) - chosen.indexOf(other._id))
    .slice(0, limit);
}

/**
 * The courses to recommend, best first. Courses without ratings come after rated ones, and those that
 * start soonest come first among them.
 */
async function recommendCourses(context: Context, limit: number): Promise<CourseView[]> {
  const { courseId, ratingScore, createdAt, isFull } = courseListings;
  const best = context.db
    .select({ courseId, ratingScore })
    .from(courseListings)
    .where(eq(isFull, false))
    .orderBy(desc(ratingScore), desc(courseId))
    .limit(candidates);
  const newest = context.db
    .select({ courseId, ratingScore })
    .from(courseListings)
    .where(and(eq(isFull, false), eq(ratingScore, 0)))
    .orderBy(desc(createdAt), desc(courseId))
    .limit(candidates);
  const page = best.union(newest).as("page");
  // A start is a date in the teacher's zone. A day more or less makes no difference here.
  const today = new Date().toISOString().slice(0, 10);
  const isUpcoming = sql`${courses.startDate} >= ${today}::date`;
  const rows = await context.db
    .select(listColumns(null))
    .from(page)
    .innerJoin(courses, eq(courses.id, page.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .orderBy(
      sql`case when ${page.ratingScore} >= ${minScore} then ${page.ratingScore} else 0 end
        + case when ${isUpcoming} then ${startBonus} else 0 end desc`,
      sql`case when ${isUpcoming} then ${courses.startDate} end nulls last`,
      desc(courses.createdAt),
      desc(courses.id),
    )
    .limit(limit);
  return toCourses(context, rows, null);
}
