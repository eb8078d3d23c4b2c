import { findSharedPageZone } from "#lib/time/zone-question.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import { type Actor, requireProfile } from "../actor.ts";
import { type Context, getContext } from "../context.ts";
import { toAppError } from "../http/on-error.ts";
import { joinMeeting, startMeeting, startRoom } from "../meetings/meetings.ts";
import { findTrialRoom, isTrialId, type TrialRoom } from "../trials/trial-room.ts";
import { findRoom, isClassId } from "./find-room.ts";

/**
 * Handles a click on a join or start link, authenticated by the session cookie. Responds with a
 * redirect (302) to the meeting, or to the log-in page without a session. Errors are plain text
 * with their HTTP status. Responses are never cached.
 * @param id the ID of a meeting, class or trial lesson.
 */
export async function enterMeeting(
  request: Request,
  id: string,
  as: "join" | "start",
): Promise<Response> {
  const context = getContext();
  try {
    const actor = await findSession(context, request.headers.get("cookie"));
    if (!actor) {
      const returnTo = encodeURIComponent(`/${as}/${id}`);
      return redirectTo(`/login?returnTo=${returnTo}`);
    }
    // This is checked first, so that links to meetings, classes and trial lessons are rejected in
    // the same way.
    requireProfile(actor);
    if (isTrialId(id)) {
      const zone = findSharedPageZone(request.headers.get("cookie"));
      const room = await findTrialRoom(context, actor, id, zone);
      return redirectTo(await enterTrial(context, actor, room, as));
    }
    const room = isClassId(id) ? await findRoom(context, actor, id) : { meetingId: id };
    if ("path" in room) return redirectTo(room.path);
    const enter = as === "join" ? joinMeeting : startMeeting;
    return redirectTo(await enter(context, actor, room.meetingId));
  } catch (error) {
    return refuse(error);
  }
}

async function enterTrial(context: Context, actor: Actor, room: TrialRoom, as: "join" | "start") {
  if ("path" in room) return room.path;
  const isTeacher = room.lesson.teacherId === actor.profile?.id;
  return as === "start" && isTeacher ? startRoom(context, room.lesson) : room.joinUrl;
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}

function refuse(error: unknown): Response {
  const known = toAppError(error);
  if (!known) throw error;
  return new Response(`${known.message}\n`, {
    status: known.status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(known.retryAfter === undefined ? {} : { "retry-after": String(known.retryAfter) }),
    },
  });
}
