import { AppError } from "#lib/errors.ts";
import { findSession } from "#server/accounts/sessions/session-cookie.ts";
import { canBePaid } from "#server/catalog/payable.ts";
import { findNextClass } from "#server/classes/next-class.ts";
import type { Context } from "#server/context.ts";
import { type CourseView, findCourse } from "#server/courses/courses.ts";
import { findListedTeacher, type ListedTeacher } from "#server/people/people.ts";

export interface VisibleCourse {
  course: CourseView;
  /** Absent once the teacher's account is gone: the course stays for those who took it. */
  teacher: ListedTeacher | undefined;
  nextClass: Date | undefined;
  /** Whether it is free, or its teacher can take payments. */
  payable: boolean;
  /** False when only this visitor may see it: the page must not be kept for others. */
  sameForAll: boolean;
}

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
};

/**
 * The course as strangers see it, or else as the owner of the session cookie does.
 * @throws 404 'Course not found'.
 */
export async function findVisibleCourse(
  context: Context,
  courseId: string,
  cookies: string | null,
): Promise<VisibleCourse> {
  const open = await findCourse(context, undefined, courseId).catch(unlessMissing);
  const course = open ?? (await findCourse(context, await findSession(context, cookies), courseId));
  const [teacher, nextClass, payable] = await Promise.all([
    findListedTeacher(context.db, course.teacherId._id).catch(unlessMissing),
    findNextClass(context, courseId),
    canBePaid(context, courseId),
  ]);
  return { course, teacher, nextClass, payable, sameForAll: open !== undefined };
}
