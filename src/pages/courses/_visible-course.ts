import { AppError } from "#lib/errors.ts";
import { findSession } from "#server/accounts/session-cookie.ts";
import type { Context } from "#server/context.ts";
import { type CourseView, findCourse } from "#server/courses/courses.ts";

export interface VisibleCourse {
  course: CourseView;
  /** False when only this visitor may see it: the page must not be kept for others. */
  sameForAll: boolean;
}

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
};

/** The course as strangers see it, or else as the owner of the session cookie does. */
export async function findVisibleCourse(
  context: Context,
  courseId: string,
  cookies: string | null,
): Promise<VisibleCourse | undefined> {
  const open = await findCourse(context, undefined, courseId).catch(unlessMissing);
  if (open) return { course: open, sameForAll: true };
  const actor = await findSession(context, cookies);
  if (!actor) return undefined;
  const own = await findCourse(context, actor, courseId).catch(unlessMissing);
  return own && { course: own, sameForAll: false };
}
