import { findZoneCookie } from "#lib/time/zone-cookie.ts";

/** The IANA zone in which a page writes its times: the browser's, else the given one. */
export function viewerZoneOf(request: Request, fallback: string): string {
  return findZoneCookie(request.headers.get("cookie")) ?? fallback;
}
