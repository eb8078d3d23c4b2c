/** Keeps the ratings of courses and teachers consistent with the visible reviews. */
import { eq, sql } from "drizzle-orm";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { pageTags } from "../pages-tags.ts";
import { findTeacherId, ofResource, reviewPageTags } from "./resource.ts";

/**
 * Recalculates the ratings after a change to a review, in the same transaction: a course's rating
 * from its reviews, and the teacher's rating from the courses' ratings. The teacher's row is locked
 * first, so that concurrent changes are both counted.
 * @returns the tags of the pages that show the review or these ratings.
 */
export async function refreshRatings(tx: Db, reviewed: Reviewed): Promise<string[]> {
  const teacherId = await findTeacherId(tx, reviewed);
  const tags = reviewPageTags(reviewed, teacherId);
  if (reviewed.resourceType !== "course" || !teacherId) return tags;
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, teacherId))
    .for("no key update");
  const ofCourse = ofResource(reviewed);
  await tx
    .update(courses)
    .set({
      ratingSum: sql`(select coalesce(sum(${reviews.rating}), 0) from ${reviews} where ${ofCourse})`,
      ratingCount: sql`(select count(*) from ${reviews} where ${ofCourse})`,
    })
    .where(eq(courses.id, reviewed.resourceId));
  const taught = isTeacherOf(teacherId);
  await tx
    .update(profiles)
    .set({
      ratingSum: sql`(select coalesce(sum(${courses.ratingSum}), 0) from ${courses} where ${taught})`,
      ratingCount: sql`(select coalesce(sum(${courses.ratingCount}), 0) from ${courses} where ${taught})`,
    })
    .where(eq(profiles.id, teacherId));
  return [...tags, pageTags.courses, pageTags.teachers];
}
