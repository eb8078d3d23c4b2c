/** What somebody has of a course, for pages that strangers don't see. */
import { AppError } from "#lib/errors.ts";
import { findSession } from "#server/accounts/sessions/session-cookie.ts";
import type { Actor } from "#server/actor.ts";
import { type Context, getContext } from "#server/context.ts";
import { requireParticipant } from "#server/course-members/participant.ts";

/** The page's own content for who is signed in; undefined for all whom the use case turns away. */
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

/** Undefined with 404 for all but the teacher, whether there is such a course or not. */
export async function findOwnCourse({
  params,
  request,
  response,
}: Asked): Promise<OwnCourse | undefined> {
  const { courseId = "" } = params;
  const viewer = await findForMember(request, (context, actor) =>
    requireParticipant(context, actor, courseId),
  );
  if (viewer?.role === "teacher") return viewer.course;
  response.status = 404;
  return undefined;
}
