/** The featured courses: well rated, with seats left, and starting soon. The same for all viewers. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import type { Context } from "../context.ts";
import { courseListings } from "../db/tables/course-listings.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toCourses } from "./course.view.ts";
import { listColumns } from "./course-columns.ts";

/** How many of the best rated courses are compared. The index returns them without sorting. */
const candidates = 60;

/** Courses below this score aren't recommended more than courses without ratings. */
const minScore = 3000;

/** What an upcoming start is worth: half a star. */
const startBonus = 500;

/**
 * The courses to recommend, best first. Courses without ratings come after rated ones, and those that
 * start soonest come first among them.
 */
export async function listFeaturedCourses(context: Context, limit: number): Promise<CourseView[]> {
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
