import { type PageFigures, pageFigures, readPaging } from "#lib/paging.ts";
import type { Context } from "../context.ts";
import { ofTeacher, type ReviewView, selectReviews } from "./review.view.ts";
import { type ReviewStats, readStats } from "./review-stats.ts";

export interface TeacherReviews extends PageFigures {
  reviews: ReviewView[];
  stats: ReviewStats;
}

const reviewsPerPage = 5;

/** One page of the reviews of a teacher and of the teacher's courses, newest first. */
export async function listTeacherReviews(
  { db }: Context,
  teacherId: string,
  query: { page?: string | undefined } = {},
): Promise<TeacherReviews> {
  const paging = readPaging(query, reviewsPerPage);
  const [reviews, stats] = await Promise.all([
    selectReviews(db, ofTeacher(teacherId), paging),
    readStats(db, ofTeacher(teacherId)),
  ]);
  return { reviews, stats, ...pageFigures(stats.total, paging) };
}
