/** The queries that the course page needs for its first render for a logged-in user. */

import type { CourseView } from "#lib/courses/courses.responses.ts";
import { enrollmentsOptions, seatOptions } from "#lib/enrollments/enrollments.queries.ts";
import { courseMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import { ownReviewsOptions } from "#lib/reviews/reviews.queries.ts";
import type { Actor } from "#server/actor.ts";
import type { PageQuery } from "#server/page-scope/page-scope.ts";

interface Visible {
  course: Pick<CourseView, "_id" | "teacherId">;
  isEnrolled: boolean | undefined;
}

export function findCourseQueries(
  { course, isEnrolled }: Visible,
  { profile }: Actor,
): PageQuery[] {
  const isMember = isEnrolled || profile?.id === course.teacherId._id;
  return [
    ownReviewsOptions({ resourceType: "course", resourceId: course._id }),
    ...(profile?.role === "student" ? [enrollmentsOptions(), seatOptions(course._id)] : []),
    ...(isMember ? [courseMeetingsOptions(course._id)] : []),
  ];
}
