/** Ratings on courses and teachers, always the sum of the visible reviews. */
import { and, eq, sql } from "drizzle-orm";
import type { ReviewResourceType } from "#lib/reviews.ts";
import { courses } from "../courses/courses.table.ts";
import type { Db } from "../db/connection.ts";
import { pageTags } from "../pages-tags.ts";
import { profiles } from "../people/people.table.ts";
import { ofTeacher, visible } from "./review.view.ts";
import { reviews } from "./reviews.table.ts";

interface Reviewed {
  resourceType: ReviewResourceType;
  resourceId: string;
}

/**
 * Counts the ratings anew after a change to a review, within its transaction. The teacher's row is
 * locked first, so that two changes at once end in the sum of both.
 * @returns the tags of the pages that show these ratings.
 */
export async function refreshRatings(tx: Db, reviewed: Reviewed): Promise<string[]> {
  if (reviewed.resourceType === "app") return [pageTags.reviews];
  const teacherId = await findTeacherId(tx, reviewed);
  if (!teacherId) return [];
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, teacherId))
    .for("update");
  const tags = [pageTags.teacher(teacherId), pageTags.teachers];
  if (reviewed.resourceType === "course") {
    const isOfCourse = and(
      eq(reviews.resourceType, "course"),
      eq(reviews.resourceId, reviewed.resourceId),
      visible,
    );
    await tx
      .update(courses)
      .set({
        ratingSum: sql`(select coalesce(sum(${reviews.rating}), 0) from ${reviews} where ${isOfCourse})`,
        ratingCount: sql`(select count(*) from ${reviews} where ${isOfCourse})`,
      })
      .where(eq(courses.id, reviewed.resourceId));
    tags.push(pageTags.course(reviewed.resourceId), pageTags.courses);
  }
  const isOfTeacher = ofTeacher(teacherId);
  await tx
    .update(profiles)
    .set({
      ratingSum: sql`(select coalesce(sum(${reviews.rating}), 0) from ${reviews} where ${isOfTeacher})`,
      ratingCount: sql`(select count(*) from ${reviews} where ${isOfTeacher})`,
    })
    .where(eq(profiles.id, teacherId));
  return tags;
}

async function findTeacherId(tx: Db, reviewed: Reviewed): Promise<string | undefined> {
  if (reviewed.resourceType === "teacher") return reviewed.resourceId;
  const [course] = await tx
    .select({ teacherId: courses.teacherId })
    .from(courses)
    .where(eq(courses.id, reviewed.resourceId));
  return course?.teacherId;
}
