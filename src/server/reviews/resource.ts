/** The subjects of reviews, as query conditions and as tags of the pages that show them. */
import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { pageTags } from "../pages-tags.ts";
import { visible } from "./review.view.ts";

/** Matches the visible reviews of one course, one teacher or the app. */
export function ofResource({ resourceType, resourceId }: Reviewed): SQL | undefined {
  return and(visible, eq(reviews.resourceType, resourceType), eq(reviews.resourceId, resourceId));
}

/** Matches the visible reviews of a teacher's courses, which determine the teacher's rating. */
export function ofTeachersCourses(db: Db, teacherId: string): SQL | undefined {
  const taught = db.select({ id: courses.id }).from(courses).where(isTeacherOf(teacherId));
  return and(visible, eq(reviews.resourceType, "course"), inArray(reviews.resourceId, taught));
}

/**
 * Matches the reviews that a teacher's page shows: those of the courses and those of the teacher.
 */
export function onTeachersPage(db: Db, teacherId: string): SQL | undefined {
  return or(
    ofTeachersCourses(db, teacherId),
    ofResource({ resourceType: "teacher", resourceId: teacherId }),
  );
}

/**
 * The ID of the reviewed teacher, or of the course's teacher. Undefined for the app, and for
 * deleted subjects.
 */
export async function findTeacherId(db: Db, reviewed: Reviewed): Promise<string | undefined> {
  if (reviewed.resourceType === "app") return undefined;
  if (reviewed.resourceType === "teacher") return reviewed.resourceId;
  const [course] = await db
    .select({ teacherId: courses.teacherId })
    .from(courses)
    .where(eq(courses.id, reviewed.resourceId));
  return course?.teacherId;
}

/** The tags of the pages that show the text of these reviews. */
export function reviewPageTags(reviewed: Reviewed, teacherId: string | undefined): string[] {
  if (reviewed.resourceType === "app") return [pageTags.reviews];
  const ofTeacher = teacherId ? [pageTags.teacher(teacherId)] : [];
  return reviewed.resourceType === "course"
    ? [pageTags.course(reviewed.resourceId), ...ofTeacher]
    : ofTeacher;
}

/**
 * The tags of the pages that show a person's reviews, and therefore the person's name and picture.
 */
export async function findAuthorTags(db: Db, userId: string): Promise<string[]> {
  const written = await db
    .select({
      resourceType: reviews.resourceType,
      resourceId: reviews.resourceId,
      teacherId: courses.teacherId,
    })
    .from(reviews)
    .leftJoin(courses, and(eq(reviews.resourceType, "course"), eq(courses.id, reviews.resourceId)))
    .where(and(eq(reviews.authorId, userId), visible));
  const tags = written.flatMap(({ teacherId, ...reviewed }) =>
    reviewPageTags(
      reviewed,
      reviewed.resourceType === "teacher" ? reviewed.resourceId : (teacherId ?? undefined),
    ),
  );
  return [...new Set(tags)];
}
