import { findSession } from "../accounts/sessions/session-cookie.ts";
import { getContext } from "../context.ts";
import { findAppLink } from "./open-in-zoom.ts";

/**
 * Handles a click on a link that opens a class in Zoom, authenticated by the session cookie.
 * Responds with a redirect (302) to Zoom's client, to the class on the site, or to the log-in page.
 * The page of the class shows an error to people who aren't in the class.
 */
export async function enterZoomApp(request: Request, classId: string): Promise<Response> {
  const context = getContext();
  const onSite = `/classes/${encodeURIComponent(classId)}/quran`;
  const actor = await findSession(context, request.headers.get("cookie"));
  if (!actor) return redirectTo(`/login?${new URLSearchParams({ returnTo: onSite })}`);
  return redirectTo((await findAppLink(context, actor, classId)) ?? onSite);
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
