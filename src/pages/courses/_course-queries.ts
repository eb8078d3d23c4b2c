/** The queries that the course page needs for its first render for a logged-in user. */
import { enrollmentsOptions, seatOptions } from "#lib/enrollments/enrollments.queries.ts";
import { courseMeetingsOptions } from "#lib/meetings/meetings.queries.ts";
import type { Actor } from "#server/actor.ts";
import type { PageQuery } from "#server/page-scope/page-scope.ts";
import type { VisibleCourse } from "./_visible-course.ts";

export function findCourseQueries(
  { course, isEnrolled }: VisibleCourse,
  { profile }: Actor,
): PageQuery[] {
  const isMember = isEnrolled || profile?.id === course.teacherId._id;
  return [
    ...(profile?.role === "student" ? [enrollmentsOptions(), seatOptions(course._id)] : []),
    ...(isMember ? [courseMeetingsOptions(course._id)] : []),
  ];
}
