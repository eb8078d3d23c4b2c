import { findZoneCookie } from "#lib/time/zone-cookie.ts";

/** The IANA time zone of a page's times: the browser's if known, otherwise the given one. */
export function viewerZoneOf(request: Request, fallback: string): string {
  return findZoneCookie(request.headers.get("cookie")) ?? fallback;
}
