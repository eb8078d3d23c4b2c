import type { CourseView } from "#lib/courses/courses.responses.ts";
import { AppError } from "#lib/errors.ts";
import type { ListedTeacher } from "#lib/people/people.responses.ts";
import { findSession } from "#server/accounts/sessions/session-cookie.ts";
import { canBePaid } from "#server/catalog/payable.ts";
import { countUpcomingClasses, type UpcomingClasses } from "#server/classes/next-class.ts";
import { canSellSeats } from "#server/classes/sold/sold-classes.ts";
import type { Context } from "#server/context.ts";
import { findCourse } from "#server/courses/courses.ts";
import { isEnrolledIn } from "#server/enrollments/enrollments.ts";
import { findListedTeacher } from "#server/people/people.ts";

export interface VisibleCourse {
  course: CourseView;
  /** Missing if the teacher's account was deleted. Enrolled students keep the course. */
  teacher: ListedTeacher | undefined;
  upcoming: UpcomingClasses;
  /** Whether the course is free or has a class that a student who enrolls now can attend. */
  hasClasses: boolean;
  /** Whether the course is free or its teacher can accept payments. */
  payable: boolean;
  /** Whether the viewer is enrolled. Undefined if no one is logged in. */
  isEnrolled: boolean | undefined;
  /** False if only this visitor can see it, so that the page must not be cached. */
  sameForAll: boolean;
}

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
};

/**
 * The course as anonymous visitors see it, or as the owner of the session cookie sees it.
 * @throws 404 'Course not found'.
 */
export async function findVisibleCourse(
  context: Context,
  courseId: string,
  cookies: string | null,
): Promise<VisibleCourse> {
  const open = await findCourse(context, undefined, courseId).catch(unlessMissing);
  const viewer = await findSession(context, cookies);
  const course = open ?? (await findCourse(context, viewer, courseId));
  const [isEnrolled, teacher, upcoming, hasClasses, payable] = await Promise.all([
    viewer && isEnrolledIn(context, viewer, courseId),
    findListedTeacher(context.db, course.teacherId._id).catch(unlessMissing),
    countUpcomingClasses(context, courseId),
    canSellSeats(context.db, courseId),
    canBePaid(context, courseId),
  ]);
  const sameForAll = open !== undefined;
  return { course, teacher, upcoming, hasClasses, payable, isEnrolled, sameForAll };
}
