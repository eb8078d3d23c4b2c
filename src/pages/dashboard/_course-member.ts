/** Loads data about a course for its members' pages. */
import { AppError } from "#lib/errors.ts";
import { findSession } from "#server/accounts/sessions/session-cookie.ts";
import type { Actor } from "#server/actor.ts";
import { type Context, getContext } from "#server/context.ts";
import { requireTeacherOf } from "#server/course-members/membership.ts";

/** The page's content for the logged-in user. Undefined if the use case denies access. */
export async function findForMember<T>(
  request: Request,
  find: (context: Context, actor: Actor) => Promise<T>,
): Promise<T | undefined> {
  const context = getContext();
  const actor = await findSession(context, request.headers.get("cookie"));
  if (!actor) return undefined;
  try {
    return await find(context, actor);
  } catch (error) {
    const isRefusal =
      error instanceof AppError && (error.code === "forbidden" || error.code === "not_found");
    if (!isRefusal) throw error;
    return undefined;
  }
}

interface Asked {
  params: Record<string, string | undefined>;
  request: Request;
  response: { status?: number };
}

export interface OwnCourse {
  id: string;
  title: string;
}

/** Undefined with status 404 for everyone except the teacher, whether or not the course exists. */
export async function findOwnCourse({
  params,
  request,
  response,
}: Asked): Promise<OwnCourse | undefined> {
  const { courseId = "" } = params;
  const teacher = await findForMember(request, (context, actor) =>
    requireTeacherOf(context.db, actor, courseId),
  );
  if (teacher) return teacher.course;
  response.status = 404;
  return undefined;
}
