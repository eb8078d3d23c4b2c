/** What somebody has of a course, for pages that strangers don't see. */
import { AppError } from "#lib/errors.ts";
import { findSession } from "#server/accounts/session-cookie.ts";
import type { Actor } from "#server/actor.ts";
import { type Context, getContext } from "#server/context.ts";

/** The page's own content for who is signed in; undefined for all whom the use case turns away. */
export async function findForParticipant<T>(
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
