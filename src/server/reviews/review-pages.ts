/** Reviews as the site's pages show them: one page of texts, and the distribution of ratings. */
import { type PageFigures, pageFigures, readPaging } from "#lib/paging/paging.ts";
import type { Review, ReviewStats } from "#lib/reviews/reviews.responses.ts";
import type { ReviewSort } from "#lib/reviews/reviews.ts";
import type { Context } from "../context.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { ofResource, ofTeachersCourses, onTeachersPage } from "./resource.ts";
import { selectReviews } from "./review.view.ts";
import { readStats } from "./review-stats.ts";

export interface ReviewPage extends PageFigures {
  reviews: Review[];
  stats: ReviewStats;
  sort: ReviewSort;
}

export interface ReviewPageQuery {
  page?: string | undefined;
  sort?: ReviewSort | undefined;
}

const reviewsPerPage = 5;

/** A page of a course's reviews. */
export async function listCourseReviews(
  { db }: Context,
  courseId: string,
  { sort = "newest", ...query }: ReviewPageQuery = {},
): Promise<ReviewPage> {
  const paging = readPaging(query, reviewsPerPage);
  const ofCourse = ofResource({ resourceType: "course", resourceId: courseId });
  const [reviews, stats] = await Promise.all([
    selectReviews(db, ofCourse, { ...paging, sort }),
    readStats(db, ofCourse),
  ]);
  return { reviews, stats, sort, ...pageFigures(stats.total, paging) };
}

/**
 * A page of the reviews of a teacher and of the teacher's courses. Like the teacher's rating, the
 * statistics only include reviews of the courses.
 */
export async function listTeacherReviews(
  { db }: Context,
  teacherId: string,
  { sort = "newest", ...query }: ReviewPageQuery = {},
): Promise<ReviewPage> {
  const paging = readPaging(query, reviewsPerPage);
  const shown = onTeachersPage(db, teacherId);
  const [found, stats, total] = await Promise.all([
    selectReviews(db, shown, { ...paging, sort }),
    readStats(db, ofTeachersCourses(db, teacherId)),
    db.$count(reviews, shown),
  ]);
  return { reviews: found, stats, sort, ...pageFigures(total, paging) };
}
