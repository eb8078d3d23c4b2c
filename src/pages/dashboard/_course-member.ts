/** Loads data about a course for its members' pages. */
import type { AstroGlobal } from "astro";
import { AppError } from "#lib/errors.ts";
import type { Actor } from "#server/actor.ts";
import { type Context, getContext } from "#server/context.ts";
import { requireTeacherOf } from "#server/course-members/membership.ts";

/** The page's content for the logged-in user. Undefined if the use case denies access. */
export async function findForMember<T>(
  { locals }: Pick<AstroGlobal, "locals">,
  find: (context: Context, actor: Actor) => Promise<T>,
): Promise<T | undefined> {
  const actor = locals.page?.actor;
  if (!actor) return undefined;
  try {
    return await find(getContext(), actor);
  } catch (error) {
    const isRefusal =
      error instanceof AppError && (error.code === "forbidden" || error.code === "not_found");
    if (!isRefusal) throw error;
    return undefined;
  }
}

type PageRequest = Pick<AstroGlobal, "params" | "locals" | "response">;

export interface OwnCourse {
  id: string;
  title: string;
}

/** Undefined with status 404 for everyone except the teacher, whether or not the course exists. */
export async function findOwnCourse({
  params,
  locals,
  response,
}: PageRequest): Promise<OwnCourse | undefined> {
  const { courseId = "" } = params;
  const teacher = await findForMember({ locals }, (context, actor) =>
    requireTeacherOf(context.db, actor, courseId),
  );
  if (teacher) return teacher.course;
  response.status = 404;
  return undefined;
}
